import Foundation

/// A QR code made by another program: qrencode.
struct QRCode {
    /// Dark modules, with the quiet zone around them.
    let modules: [[Bool]]

    init(_ text: String) throws {
        let drawn = try Self.run(["-8", "-t", "ASCII", "-m", "4", "-l", "L"], text)
        // Two characters for each module.
        modules = String(decoding: drawn, as: UTF8.self).split(separator: "\n").map { line in
            let characters = Array(line)
            return stride(from: 0, to: characters.count, by: 2).map { characters[$0] == "#" }
        }
    }

    /// Writes it as a PNG file.
    static func write(_ text: String, to path: String) throws {
        _ = try run(["-8", "-t", "PNG", "-s", "4", "-l", "L", "-o", path], text)
    }

    /// Grey values, with this many pixels for each module.
    func pixels(scale: Int) -> (width: Int, height: Int, luma: [UInt8]) {
        let (width, height) = (modules[0].count * scale, modules.count * scale)
        var luma: [UInt8] = []
        for y in 0..<height { for x in 0..<width { luma.append(modules[y / scale][x / scale] ? 30 : 220) } }
        return (width, height, luma)
    }

    struct Failure: Error {}

    private static func run(_ arguments: [String], _ text: String) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/qrencode")
        process.arguments = arguments
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        // A code has at most 3 kB, which fit into a pipe.
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure() }
        return data
    }
}

import Foundation
import Testing

/// A folder for one test, gone when the test is over.
final class TemporaryFolder {
    let path: String

    init() {
        let parent = FileManager.default.temporaryDirectory.path
        path = parent + "/tintype-imaging-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and gives its path.
    func file(_ name: String, _ bytes: [UInt8] = []) -> String {
        let file = path + "/" + name
        if !bytes.isEmpty { try? Data(bytes).write(to: URL(fileURLWithPath: file)) }
        return file
    }
}

/// Runs another program and gives what it printed; a failure is a failure of the test.
@discardableResult
func run(_ command: String...) throws -> String { try run(command[0], Array(command.dropFirst())) }

func run(_ program: String, _ arguments: [String]) throws -> String {
    let command = [program] + arguments
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(command.joined(separator: " "))")
    return String(decoding: printed, as: UTF8.self)
}

func contents(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

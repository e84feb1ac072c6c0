// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting
import Foundation

/// A QR code made by another program: qrencode.
struct QRCode {
    /// Dark modules, with the quiet zone around them.
    let modules: [[Bool]]

    init(_ text: String) throws {
        let drawn = try output(
            of: ["qrencode", "-8", "-t", "ASCII", "-m", "4", "-l", "L"], input: Data(text.utf8))
        // Two characters for each module.
        modules = String(decoding: drawn, as: UTF8.self).split(separator: "\n").map { line in
            let characters = Array(line)
            return stride(from: 0, to: characters.count, by: 2).map { characters[$0] == "#" }
        }
    }

    /// Writes it as a PNG file.
    static func write(_ text: String, to path: String) throws {
        try output(
            of: ["qrencode", "-8", "-t", "PNG", "-s", "4", "-l", "L", "-o", path], input: Data(text.utf8))
    }

    /// Grey values, with this many pixels for each module.
    func pixels(scale: Int) -> (width: Int, height: Int, luma: [UInt8]) {
        let (width, height) = (modules[0].count * scale, modules.count * scale)
        var luma: [UInt8] = []
        for y in 0..<height { for x in 0..<width { luma.append(modules[y / scale][x / scale] ? 30 : 220) } }
        return (width, height, luma)
    }
}

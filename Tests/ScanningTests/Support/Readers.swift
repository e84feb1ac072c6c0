// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting
import Codes
import Decoding
import Foundation

@testable import Scanning

/// A reader whose processes apart are the program that was built with the tests.
func testReader(folderNames: [String] = []) -> CodeReader {
    let program = builtPrograms.appendingPathComponent("tintype").path
    let patience: (Duration, Duration) = (.seconds(30), .seconds(30))
    return CodeReader(
        folderNames: folderNames, library: nil,
        pictures: ApartDecoder(for: .pictures, program: program, patience: patience),
        files: ApartDecoder(for: .files, program: program, patience: patience), permission: { nil })
}

extension CodeReader {
    /// The codes in a file that is an image; nil if there is no reading it.
    func codesOfImage(_ path: String) async -> [ScannedCode]? {
        if case .codes(let codes) = await codes(inImage: path) { codes } else { nil }
    }
}

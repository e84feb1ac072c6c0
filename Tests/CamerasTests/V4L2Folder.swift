// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting
import Foundation
import Glibc
import Platform
import Testing

@testable import Cameras

/// A folder of a test's own, with files and links by short paths; gone with the last reference.
final class V4L2Folder {
    private let folder = TemporaryFolder()
    /// Without links, so that it can be compared with resolved paths.
    let path: String

    init() { path = folder.url.resolvingSymlinksInPath().path }

    /// Writes a file, making its folders.
    func write(_ text: String, to name: String) {
        makeFolders(of: name)
        guard let file = fopen("\(path)/\(name)", "w") else { return }
        fputs(text, file)
        fclose(file)
    }

    func makeFolder(_ name: String) { makeFolders(of: name + "/x") }

    func link(_ name: String, to target: String) {
        makeFolders(of: name)
        symlink(target, "\(path)/\(name)")
    }

    func delete(_ name: String) { remove("\(path)/\(name)") }

    private func makeFolders(of name: String) {
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o755)
        }
    }
}

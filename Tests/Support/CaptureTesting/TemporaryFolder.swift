// SPDX-License-Identifier: GPL-3.0-or-later
public import Foundation

/// A folder for one test, gone when the test is over. Its path is short enough for sockets.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init(in parent: String = FileManager.default.temporaryDirectory.path) {
        path = parent + "/tintype-\(UUID().uuidString.prefix(8))"
        mkdir(path, 0o755)
    }

    /// Memory, where a system has it, else the disk: for a killed process or a call that is made to fail, which need no
    /// disk to wait for.
    public static let memory =
        access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : FileManager.default.temporaryDirectory.path

    deinit { try? FileManager.default.removeItem(atPath: path) }

    public var url: URL { URL(fileURLWithPath: path) }

    /// Everything in a folder below this one, hidden files too; empty where it does not exist.
    public func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []).sorted()
    }

    /// Writes a file, unless there are no bytes, and gives its path.
    public func file(_ name: String, _ bytes: [UInt8] = []) -> String {
        let file = path + "/" + name
        if !bytes.isEmpty { try? Data(bytes).write(to: URL(fileURLWithPath: file)) }
        return file
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import Foundation
internal import Glibc

/// A file system mounted for one test.
public final class Mount {
    public let path: String
    private let folder = TemporaryFolder()

    private init() {
        path = folder.path + "/mounted"
        mkdir(path, 0o755)
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    /// Memory that holds this many bytes and no more.
    public static func tmpfs(bytes: Int) throws -> Mount {
        let mount = Mount()
        try check(Glibc.mount("tintype", mount.path, "tmpfs", 0, "size=\(bytes)"))
        return mount
    }

    /// An existing folder, made read-only.
    public static func readOnly(_ source: String) throws -> Mount {
        let mount = Mount()
        try check(Glibc.mount(source, mount.path, nil, UInt(MS_BIND), nil))
        let flags = UInt(MS_BIND | MS_REMOUNT | MS_RDONLY)
        try check(Glibc.mount(nil, mount.path, nil, flags, nil))
        return mount
    }

    private struct Failure: Error {
        let number: Int32
    }

    private static func check(_ status: Int32) throws {
        guard status == 0 else { throw Failure(number: errno) }
    }

    /// Whether this process may mount at all: root in a machine or container that lets it.
    public static let isAllowed: Bool = (try? tmpfs(bytes: 65536)) != nil

    /// Whether folders can be made immutable here.
    public static let canMakeImmutable: Bool = {
        let folder = TemporaryFolder()
        defer { _ = succeeds("chattr", "-i", folder.path) }
        return succeeds("chattr", "+i", folder.path)
    }()

    public var names: [String] {
        (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).sorted()
    }
}

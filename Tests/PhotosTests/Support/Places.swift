import Foundation
import Testing

/// A folder for one test, gone when the test is over.
final class TemporaryFolder: Sendable {
    let path: String

    init(in parent: String = FileManager.default.temporaryDirectory.path) {
        path = parent + "/tintype-photos-\(UUID().uuidString)"
        mkdir(path, 0o755)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Everything in a folder below this one, hidden files too; empty if it does not exist.
    func names(in folder: String = "Camera") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []).sorted()
    }
}

/// A user of whom nothing is on this machine.
let anotherUser: uid_t = 4711

/// Does something on this thread, and with files only, as another user. Where root runs the tests.
func asAnotherUser<Value>(_ body: () throws -> Value) throws -> Value {
    typealias SetUser = @convention(c) (uid_t) -> Int32
    let setUser = unsafeBitCast(try #require(dlsym(nil, "setfsuid")), to: SetUser.self)
    _ = setUser(anotherUser)
    defer { _ = setUser(0) }
    return try body()
}

/// A file system mounted for one test.
final class Mount {
    let path: String
    private let folder = TemporaryFolder()

    private init() {
        path = folder.path + "/mounted"
        mkdir(path, 0o755)
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    /// Memory that holds this many bytes and no more.
    static func tmpfs(bytes: Int) throws -> Mount {
        let mount = Mount()
        try #require(Glibc.mount("tintype", mount.path, "tmpfs", 0, "size=\(bytes)") == 0)
        return mount
    }

    /// An existing folder, made read-only.
    static func readOnly(_ source: String) throws -> Mount {
        let mount = Mount()
        try #require(Glibc.mount(source, mount.path, nil, UInt(MS_BIND), nil) == 0)
        let flags = UInt(MS_BIND | MS_REMOUNT | MS_RDONLY)
        try #require(Glibc.mount(nil, mount.path, nil, flags, nil) == 0)
        return mount
    }

    /// Whether this process may mount at all: root in a machine or container that lets it.
    static let isAllowed: Bool = (try? tmpfs(bytes: 65536)) != nil

    /// Whether folders can be made immutable here.
    static let canMakeImmutable: Bool = {
        let folder = TemporaryFolder()
        defer { _ = succeeds("chattr", "-i", folder.path) }
        return succeeds("chattr", "+i", folder.path)
    }()

    var names: [String] {
        (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).sorted()
    }
}

/// Runs another program; true when it succeeded.
func succeeds(_ command: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
}

/// The bytes of a file. Not by `Data(contentsOf:)`, which leaks where the file is empty.
func contents(_ path: String) -> [UInt8]? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return [UInt8](file.readDataToEndOfFile())
}

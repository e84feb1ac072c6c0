// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting
import Foundation
import Testing

extension TemporaryFolder {
    func names() -> [String] { names(in: "Camera") }
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

/// The bytes of a file. Not by `Data(contentsOf:)`, which leaks where the file is empty.
func contents(_ path: String) -> [UInt8]? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return [UInt8](file.readDataToEndOfFile())
}

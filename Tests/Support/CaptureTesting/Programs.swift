// SPDX-License-Identifier: GPL-3.0-or-later
public import Foundation

/// A program that a test needs did not succeed.
public struct ProgramFailure: Error {
    public let command: [String]
    public let status: Int32
}

/// Runs another program to its end.
///
/// - Parameters:
///   - input: what it reads, no more than fits into a pipe; nil where it reads nothing.
///   - mayFail: whether its output counts also where it fails.
/// - Returns: what it prints.
@discardableResult
public func output(of command: [String], input: Data? = nil, mayFail: Bool = false) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let source = Pipe()
    if let input {
        process.standardInput = source
        try source.fileHandleForWriting.write(contentsOf: input)
        try source.fileHandleForWriting.close()
    }
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard mayFail || process.terminationStatus == 0 else {
        throw ProgramFailure(command: command, status: process.terminationStatus)
    }
    return data
}

/// The same as text.
@discardableResult
public func run(_ command: String...) throws -> String {
    String(decoding: try output(of: command), as: UTF8.self)
}

public func succeeds(_ command: String...) -> Bool { (try? output(of: command)) != nil }

/// The folder of the programs that are built with the tests.
public let builtPrograms = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

/// The configuration of a message bus for one test.
///
/// - Parameter parts: where it listens, and what else is not the same for all.
public func busConfiguration(_ parts: String...) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      \(parts.joined(separator: "\n"))
      <policy context="default">
        <allow send_destination="*"/> <allow receive_sender="*"/> <allow own="*"/>
      </policy>
    </busconfig>
    """
}

/// Polls for what other processes do: no event reports their files, sockets and lists.
///
/// - Throws: where it has not come after a minute.
public func wait(_ what: String, until condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(60)
    while try !condition() {
        guard ContinuousClock.now < end else { throw Missing(what: what) }
        usleep(5000)
    }
}

/// What never came.
private struct Missing: Error {
    let what: String
}

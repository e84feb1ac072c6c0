// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Testing

@testable import Permissions

/// A real PipeWire daemon and its real session manager, private to one test. Ends with it.
final class PipeWireSession {
    private let place = TemporaryFolder()
    var folder: URL { place.url }
    private var processes: [Process] = []

    init() throws {
        try Self.buildCamera()
        try startDaemon()
    }

    deinit {
        // The sources first, then their manager.
        for process in processes.reversed() { kill(process.processIdentifier, SIGKILL) }
        for process in processes { process.waitUntilExit() }
    }

    private func startDaemon() throws {
        try startAndAwait(["pipewire"], "pipewire-0")
        let configuration = folder.appending(path: "bus.conf")
        // The session manager needs a bus; nothing else is on this one.
        let bus = busConfiguration("<listen>unix:path=\(folder.path)/bus</listen>")
        try bus.write(to: configuration, atomically: true, encoding: .utf8)
        try startAndAwait(["dbus-daemon", "--nofork", "--config-file=" + configuration.path], "bus")
        _ = try start(["wireplumber"])
    }

    /// Starts a service and waits for its socket.
    private func startAndAwait(_ command: [String], _ socket: String) throws {
        _ = try start(command)
        let path = folder.appending(path: socket).path
        try wait("\(command[0]) listens") { FileManager.default.fileExists(atPath: path) }
    }

    /// Plugs a camera in and waits until the daemon knows it.
    func plugIn(_ words: String...) throws -> Source { try plugIn(words) }

    func plugIn(_ words: [String]) throws -> Source {
        let program = Self.virtualCamera.appending(path: "vcam-pipewire").path
        let (process, output) = try start([program] + words, isHeard: true)
        let source = Source(process: process, output: output)
        try source.hear("ready")
        return source
    }

    /// Pulls the daemon away.
    func killDaemon() { kill(processes[0].processIdentifier, SIGKILL) }

    /// A permission that leads to this daemon; counts how often it was used.
    func grant() -> CameraGrant {
        let path = folder.appending(path: "pipewire-0").path
        return CameraGrant { () throws(CameraError) in
            let descriptor = connectTo(path)
            if descriptor < 0 { throw CameraError(.gone, underlying: errno, step: "connect") }
            return descriptor
        }
    }

    /// Runs one of PipeWire's own tools to its end.
    func run(_ command: String...) throws {
        let (process, _) = try start(command)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    private func start(_ command: [String], isHeard: Bool = false) throws -> (Process, Pipe) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        var environment = ProcessInfo.processInfo.environment
        for name in ["XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "VCAM_DIR", "HOME"] {
            environment[name] = folder.path
        }
        environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(folder.path)/bus"
        process.environment = environment
        let output = Pipe()
        process.standardOutput = isHeard ? output : FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        processes.append(process)
        return (process, output)
    }

    private static let virtualCamera =
        URL(fileURLWithPath: #filePath).appending(path: "../../../../.build/virtual-camera").standardized

    /// Costs nothing if it is built already.
    private static func buildCamera() throws {
        try built.get()
    }

    private static let built = Result {
        let sources = URL(fileURLWithPath: #filePath).appending(path: "../../../VirtualCamera").standardized
        _ = try output(of: ["make", "--silent", "-C", sources.path])
    }
}

/// A test's camera.
struct Source {
    let process: Process
    let output: Pipe

    /// Waits for a line of its output, but not for ever.
    func hear(_ line: String) throws {
        var heard: [UInt8] = []
        let file = output.fileHandleForReading
        var descriptor = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
        while poll(&descriptor, 1, 20_000) > 0, let byte = try file.read(upToCount: 1)?.first {
            if byte != 10 {
                heard.append(byte)
            } else if String(decoding: heard, as: UTF8.self) == line {
                return
            } else {
                heard = []
            }
        }
        Issue.record("the camera never said \(line)")
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }
}

/// - Returns: a descriptor, or -1.
private func connectTo(_ path: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return -1
}

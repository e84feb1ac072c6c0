// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting
import Foundation
import Platform
import Testing

@testable import Permissions

/// A message bus for one test, with its own folders, and the services the test starts on it. Ends with the test.
final class PrivateBus {
    private let place = TemporaryFolder()
    var folder: URL { place.url }
    let address: String
    private let daemon: Process
    private var services: [Process] = []

    /// - Parameter hasStore: whether the bus may start the desktop's real permission store.
    init(hasStore: Bool = true) throws {
        let folder = place.url
        let activated = folder.appending(path: "services")
        try FileManager.default.createDirectory(at: activated, withIntermediateDirectories: true)
        if hasStore {
            let file = PermissionStore.name + ".service"
            try FileManager.default.createSymbolicLink(
                at: activated.appending(path: file),
                withDestinationURL: URL(fileURLWithPath: "/usr/share/dbus-1/services/" + file))
        }
        let configuration = folder.appending(path: "bus.conf")
        let bus = busConfiguration(
            "<listen>unix:dir=\(folder.path)</listen>", "<servicedir>\(activated.path)</servicedir>")
        try bus.write(to: configuration, atomically: true, encoding: .utf8)
        (daemon, address) = try Self.start(
            ["dbus-daemon", "--nofork", "--config-file=" + configuration.path, "--print-address=1"],
            ["XDG_DATA_HOME": folder.path])
    }

    deinit {
        // Children of a dispatch thread have SIGTERM blocked; what else the bus started ends with it.
        for process in services + [daemon] { kill(process.processIdentifier, SIGKILL) }
    }

    func connect() throws -> BusConnection { try BusConnection.open(address) }

    /// Starts one of Tests/Services and waits until it is there.
    func start(_ service: String, _ argument: String) throws {
        let scripts = URL(fileURLWithPath: #filePath).appending(path: "../../../Services").standardized
        let (process, _) = try Self.start(
            ["/usr/bin/python3", scripts.appending(path: service).path, argument],
            ["DBUS_SESSION_BUS_ADDRESS": address])
        services.append(process)
    }

    /// Writes to the real store as another program would.
    func set(
        _ words: [String], app: String = applicationID, in table: String = "devices", _ id: String = "camera"
    )
        throws
    {
        _ = try connect().callBlocking(
            BusCall(
                PermissionStore.name, "/org/freedesktop/impl/portal/PermissionStore", PermissionStore.name,
                "SetPermission",
                [.string(table), .boolean(true), .string(id), .string(app), .strings(words)],
                timeout: .seconds(10)))
    }

    /// The real store's record, read from outside; empty without an entry.
    func stored(app: String = applicationID, in table: String = "devices", _ id: String = "camera") throws
        -> [String]?
    {
        let question = BusCall(
            PermissionStore.name, "/org/freedesktop/impl/portal/PermissionStore", PermissionStore.name,
            "GetPermission", [.string(table), .string(id), .string(app)], timeout: .seconds(10))
        let connection = try connect()
        do throws(GLibError) {
            return try connection.callBlocking(question)[0]?.strings
        } catch {
            guard error.remoteName == "org.freedesktop.portal.Error.NotFound" else { throw error }
            return []
        }
    }

    /// - Returns: the program and the first line it prints.
    private static func start(_ command: [String], _ extra: [String: String]) throws -> (Process, String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(extra) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
            line.append(byte)
        }
        try #require(!line.isEmpty, "\(command) said nothing")
        return (process, String(decoding: line, as: UTF8.self))
    }
}

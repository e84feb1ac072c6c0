// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting
import Foundation
import Testing

/// A real sound server, private to one test. Ends with it.
final class SoundServer {
    /// Which program it is.
    enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case pulseAudio = "pulseaudio"
        case pipeWire = "pipewire-pulse"

        var testDescription: String { rawValue }

        /// Those that are installed here. Debian installs one of them, not both.
        static var installed: [Kind] {
            allCases.filter { kind in
                let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
                return folders.contains { access("\($0)/\(kind.rawValue)", X_OK) == 0 }
            }
        }
    }

    private let place = TemporaryFolder()
    var folder: URL { place.url }
    let kind: Kind
    private var processes: [pid_t] = []

    init(_ kind: Kind) throws {
        self.kind = kind
        chmod(folder.path, 0o700)
        switch kind {
        case .pulseAudio:
            try start([
                "pulseaudio", "--daemonize=no", "-n", "--exit-idle-time=-1", "--use-pid-file=no",
                "-L", "module-native-protocol-unix",
            ])
        case .pipeWire:
            try start(["pipewire"])
            try awaitSocket("pipewire-0")
            // PipeWire's session manager needs a bus; nothing else is on this one.
            let bus = busConfiguration("<listen>unix:path=\(folder.path)/bus</listen>")
            try bus.write(to: folder.appending(path: "bus.conf"), atomically: true, encoding: .utf8)
            try start(["dbus-daemon", "--nofork", "--config-file=" + folder.path + "/bus.conf"])
            try awaitSocket("bus")
            try start(["wireplumber"])
            try start(["pipewire-pulse"])
        }
        try awaitSocket("pulse/native")
    }

    deinit {
        for process in processes.reversed() { kill(process, SIGKILL) }
        for process in processes { waitpid(process, nil, 0) }
    }

    /// For libpulse.
    var address: String { "unix:\(folder.path)/pulse/native" }

    /// Pulls the server that programs talk to away.
    func die() throws {
        let process = try #require(kind == .pulseAudio ? processes.first : processes.last)
        kill(process, SIGKILL)
    }

    /// Stops it without ending it, as one that hangs.
    func freeze() throws {
        let process = try #require(kind == .pulseAudio ? processes.first : processes.last)
        kill(process, SIGSTOP)
    }

    /// Plugs a microphone in that hears what is written into its pipe.
    ///
    /// - Returns: the number to pull it out with.
    @discardableResult func plugIn(_ name: String, description: String = "Test") throws -> String {
        let number = try control(
            "load-module", "module-pipe-source", "source_name=" + name, "file=" + pipe(name), "format=s16le",
            "rate=48000", "channels=1", "source_properties=device.description=" + description)
        try wait("\(name) is there") { try control("list", "short", "sources").contains(name) }
        return number
    }

    func pullOut(_ number: String) throws { try control("unload-module", number) }

    func pipe(_ name: String) -> String { folder.appending(path: name + ".pipe").path }

    /// Runs the sound server's own tool.
    @discardableResult func control(_ words: String...) throws -> String {
        let process = Process()
        let (output, complaint) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["pactl", "--server=" + address] + words
        process.environment = environment
        process.standardOutput = output
        process.standardError = complaint
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let why = String(decoding: complaint.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        try #require(process.terminationStatus == 0, "pactl \(words): \(why)")
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Not by Foundation: pulseaudio closes all descriptors, which Foundation takes for its end and waits for it.
    private func start(_ command: [String]) throws {
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + settings { free(text) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var process: pid_t = 0
        let failure = posix_spawnp(&process, command[0], &actions, nil, &arguments, &settings)
        try #require(failure == 0, "\(command)")
        processes.append(process)
    }

    private var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in ["XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME", "PULSE_RUNTIME_PATH"] {
            environment[name] = folder.path
        }
        environment["PULSE_RUNTIME_PATH"] = folder.path + "/pulse"
        environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(folder.path)/bus"
        return environment
    }

    /// Waits for a socket.
    private func awaitSocket(_ name: String) throws {
        try wait("\(name) listens") {
            FileManager.default.fileExists(atPath: folder.appending(path: name).path)
        }
    }
}

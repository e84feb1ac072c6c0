// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting
import Foundation
import Testing

/// Runs `journal-stress` in a home of its own, and reads its output.
final class Stress {
    /// The injector's effect on one run.
    struct Fault: Sendable, CustomStringConvertible {
        /// The call, counted from 1.
        var at: Int
        /// nil: the process is killed, or crashes.
        var errno: Int32?
        /// How it crashes: `trap`, `abort`, `breakpoint`, or by a trap on a thread that does something else: `elsewhere`.
        var crash: String?
        /// Whether everything after it fails too, until the program has noticed.
        var lasts = false
        /// The folder of the home that it concerns.
        var under = ""

        var description: String { "errno \(errno ?? 0)" + (lasts ? ", lasting" : "") }
    }

    /// A run's output and end.
    struct Run {
        let lines: [String]
        let wasKilled: Bool
        let status: Int32

        /// The numbers after a word.
        func numbers(_ word: String) -> [Int] {
            lines.compactMap { line in
                let parts = line.split(separator: " ")
                return parts.first.map(String.init) == word
                    ? parts.dropFirst().first.flatMap { Int($0) } : nil
            }
        }
    }

    let home: TemporaryFolder
    var shots: String { home.path + "/shots" }
    var camera: String { home.path + "/Pictures/Camera" }

    /// - Parameter isOnDisk: whether its calls take as long as a disk takes; else they take no time.
    init(isOnDisk: Bool = false) {
        home = isOnDisk ? TemporaryFolder() : TemporaryFolder(in: TemporaryFolder.memory)
    }

    /// Starts the program; its lines come as it prints them.
    func start(_ words: String..., fault: Fault? = nil) throws -> Process {
        let process = Process()
        process.executableURL = builtPrograms.appendingPathComponent("journal-stress")
        process.arguments = [words[0], home.path] + words.dropFirst()
        process.standardOutput = Pipe()
        process.environment = environment(fault)
        try process.run()
        return process
    }

    private func environment(_ fault: Fault?) -> [String: String] {
        var environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "GSETTINGS_BACKEND": "memory",
        ]
        guard let fault else { return environment }
        environment["LD_PRELOAD"] = builtPrograms.appendingPathComponent("libFaultInjector.so").path
        environment["TINTYPE_FAULT_UNDER"] = home.path + fault.under
        environment["TINTYPE_FAULT_AT"] = String(fault.at)
        environment["TINTYPE_FAULT_ERRNO"] = fault.errno.map { String($0) }
        environment["TINTYPE_FAULT_CRASH"] = fault.crash
        environment["TINTYPE_FAULT_MARK"] = markPath
        if fault.lasts {
            try? Data().write(to: URL(fileURLWithPath: cause))
            environment["TINTYPE_FAULT_WHILE"] = cause
        }
        return environment
    }

    private let outside = TemporaryFolder(in: TemporaryFolder.memory)
    var markPath: String { outside.path + "/mark" }
    private var cause: String { outside.path + "/cause" }

    /// Whether the fault has come.
    var hasFaulted: Bool { FileManager.default.fileExists(atPath: markPath) }

    /// Waits for its first output.
    func firstWords(of process: Process) -> Data { output(of: process)?.availableData ?? Data() }

    private func output(of process: Process) -> FileHandle? {
        (process.standardOutput as? Pipe)?.fileHandleForReading
    }

    /// Waits until it has ended.
    func finish(_ process: Process, said before: Data = Data()) -> Run {
        let rest = output(of: process)?.readDataToEndOfFile() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: before + rest, as: UTF8.self)
        return Run(
            lines: text.split(separator: "\n").map(String.init),
            wasKilled: process.terminationReason == .uncaughtSignal, status: process.terminationStatus)
    }

    func run(_ words: String, fault: Fault? = nil) throws -> Run {
        let parts = words.split(separator: " ").map(String.init)
        let process =
            parts.count == 1 ? try start(parts[0], fault: fault) : try start(parts[0], parts[1], fault: fault)
        return finish(process)
    }

    /// Launches the program again, to finish the entries.
    ///
    /// - Returns: the presses whose photos are in the library then, each right to the last bit; whatever else is there,
    ///   or is not finished, is a failure.
    func photosAfterRecovery() throws -> [Int] {
        let run = try run("recover")
        #expect(run.lines.filter { $0.hasPrefix("wrong") } == [])
        #expect(run.lines.contains { $0.hasSuffix(" damaged 0 waiting 0") }, "\(run.lines)")
        return run.numbers("photo").sorted()
    }

    /// Everything in journal and library but photos and locks.
    func leftovers() -> [String] {
        let shots = home.names(in: "shots").filter { !$0.hasSuffix(".lock") }
        return shots + home.names(in: "Pictures/Camera").filter { $0.hasPrefix(".") }
    }
}

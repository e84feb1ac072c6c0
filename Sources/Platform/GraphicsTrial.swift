// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Dispatch
internal import Glibc

/// Remembers whether the GPU has shown a window, so that a driver that crashes, hangs or shows nothing gets one try.
///
/// While a start tries the GPU, the file `graphics` exists in the folder for state; it is deleted when a frame was shown.
/// A start that finds it knows that the last one never got that far. The result holds until Tintype, GTK or the kernel
/// changes, or until the person asks for a GPU through GSK_RENDERER and it shows a frame.
///
/// Another thread waits for the disk, except for the few bytes that are read before GTK starts.
@MainActor
public final class GraphicsTrial {
    /// The result of a trial, which can be read without a GPU.
    public enum Result: String, Sendable {
        /// The last start that used it never showed a frame.
        case failed
        /// The processor emulates it, which is slower than drawing without it.
        case software
    }

    /// The file's content during a trial, and after one that the driver ended.
    nonisolated private static let trying = "trying"

    private enum State {
        /// Not begun: the person chose the renderer, or there is no place for the file.
        case idle
        /// A frame is awaited. The lock on the file tells this from a run that died.
        case trying(file: Int32)
        /// It has not come for long, but still may.
        case late(file: Int32)
        case over
    }

    private let folder: String
    private let system: String
    private var state = State.idle
    private var appearance: ContinuousClock.Instant?
    /// A window that stays black is closed after a moment.
    private static let timeoutOfEnd: Duration = .seconds(2)

    /// - Parameters:
    ///   - folder: Tintype's folder for state.
    ///   - version: Tintype's.
    public init(folder: String, version: String) {
        self.folder = folder
        system = Self.system(version)
    }

    /// What is on record for this system; nil if the GPU was never tried, or is fine.
    nonisolated public static func result(in folder: String, version: String) -> Result? {
        let file = open(path(in: folder), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        // One that tries it just now has no result yet.
        guard flock(file, LOCK_SH | LOCK_NB) == 0 else { return nil }
        return result(in: file, system: system(version))
    }

    /// Says that the GPU is about to be used, unless it must not.
    ///
    /// - Returns: whether it may be.
    public func begin() -> Bool {
        _ = g_mkdir_with_parents(folder, 0o700)
        let file = open(Self.path(in: folder), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        // Without a place to remember it in, a try is better than none.
        guard file >= 0 else { return true }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            return true
        }
        if let result = Self.result(in: file, system: system) {
            Self.write(result, system, to: file)
            Self.leave(file)
            return false
        }
        Self.write(Self.trying, system, to: file)
        state = .trying(file: file)
        // Synced, so that the file survives a driver that stops the machine.
        let copy = fcntl(file, F_DUPFD_CLOEXEC, 0)
        DispatchQueue.global(qos: .utility).async {
            fsync(copy)
            close(copy)
        }
        return true
    }

    /// The window is there, and its first frame is awaited.
    public func appeared(at time: ContinuousClock.Instant = .now) { appearance = time }

    /// A frame was shown.
    public func shown() {
        switch state {
        case .idle: unlink(Self.path(in: folder))
        case .trying(let file), .late(let file):
            unlink(Self.path(in: folder))
            Self.leave(file)
        case .over: return
        }
        state = .over
    }

    /// No frame was shown for so long that the person has given up.
    public func failed() {
        guard case .trying(let file) = state else { return }
        Self.write(.failed, system, to: file)
        state = .late(file: file)
    }

    /// Frames are shown, but by a software renderer.
    public func isSoftware() {
        guard case .trying(let file) = state else { return }
        Self.write(.software, system, to: file)
        Self.leave(file)
        state = .over
    }

    /// The program ends by itself, so that no driver holds it up: a failure only if its window was there for long without
    /// a frame.
    public func end(at time: ContinuousClock.Instant = .now) {
        guard case .trying = state else { return }
        if let appearance, time - appearance > Self.timeoutOfEnd { failed() } else { shown() }
    }

    nonisolated private static func path(in folder: String) -> String { folder + "/graphics" }

    /// The versions of which one has to change before the GPU is tried again.
    nonisolated private static func system(_ version: String) -> String {
        "\(version) \(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version()) "
            + systemKernelRelease()
    }

    /// The file's result, if it is about this system.
    nonisolated private static func result(in file: Int32, system: String) -> Result? {
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[1] == system else { return nil }
        return words[0] == trying ? .failed : Result(rawValue: String(words[0]))
    }

    /// Unlocks the file, whose lock would otherwise last while another thread still syncs it.
    private static func leave(_ file: Int32) {
        flock(file, LOCK_UN)
        close(file)
    }

    private static func write(_ result: Result, _ system: String, to file: Int32) {
        write(result.rawValue, system, to: file)
    }

    private static func write(_ word: String, _ system: String, to file: Int32) {
        let text = Array("\(word) \(system)".utf8)
        ftruncate(file, 0)
        _ = pwrite(file, text, text.count, 0)
    }
}

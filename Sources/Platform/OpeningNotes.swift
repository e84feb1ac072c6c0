// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Glibc
internal import Synchronization

/// Remembers openings of cameras that never ended, so that one whose driver or whose pictures crash Tintype is not opened for
/// ever.
///
/// While a camera is opened, until its pictures have come for a moment, a file for it exists in the folder `openings` of
/// Tintype's state, with the number of such openings in a row. A start that finds one, unlocked, knows that it never ended. The
/// number counts until Tintype or the kernel changes, or an opening ends. The file is not synced: a crash of the program
/// loses nothing of it. Thread-safe.
public final class OpeningNotes: Sendable {
    /// How many openings in a row may never end until the camera is opened only when the person asks.
    private static let mostCrashes = 2

    private let folder: String
    private let system: String
    /// The opening that is going on. The lock on its file tells it from one that died.
    private let present = Mutex<(path: String, file: Int32)?>(nil)

    /// - Parameters:
    ///   - state: Tintype's folder for state.
    ///   - version: Tintype's.
    public init(state: String, version: String) {
        folder = state + "/openings"
        system = "\(version) \(systemKernelRelease())"
    }

    deinit { end() }

    /// Whether openings of this camera have never ended, again and again.
    public func areBad(_ camera: String) -> Bool {
        let file = open(path(of: camera), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return false }
        defer { close(file) }
        // One that goes on in another process has not failed yet.
        guard flock(file, LOCK_SH | LOCK_NB) == 0 else { return false }
        return count(in: file) >= Self.mostCrashes
    }

    /// The camera is about to be opened. Ends the note of an opening before.
    public func begin(_ camera: String) {
        end()
        let path = path(of: camera)
        _ = g_mkdir_with_parents(folder, 0o700)
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        // Without a place to remember it in, a try is better than none.
        guard file >= 0 else { return }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            return
        }
        let text = Array("\(count(in: file) + 1) \(system)".utf8)
        ftruncate(file, 0)
        _ = pwrite(file, text, text.count, 0)
        present.withLock { $0 = (path, file) }
    }

    /// It works, it was closed, or Tintype leaves by itself. Does nothing if none is being opened.
    public func end() {
        let ended = present.withLock { $0.take() }
        guard let ended else { return }
        unlink(ended.path)
        close(ended.file)
    }

    /// The number in a file, if it is about this system.
    private func count(in file: Int32) -> Int {
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count > 0 else { return 0 }
        let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[1] == system, let number = Int(words[0]) else { return 0 }
        return max(0, min(number, 99))
    }

    /// Identities hold serial numbers and any letters, so the file's name is a number made of them (FNV-1a, 64 bits).
    private func path(of camera: String) -> String {
        let hash = camera.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return "\(folder)/\(String(hash, radix: 16))"
    }
}

/// The running kernel's, such as `6.1.0-18-amd64`.
func systemKernelRelease() -> String {
    var kernel = utsname()
    uname(&kernel)
    return withUnsafeBytes(of: &kernel.release) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Platform

/// A folder that photos are written to, held open: renaming it meanwhile does no harm. Thread-bound.
struct Folder: ~Copyable {
    let path: String
    private let descriptor: Descriptor

    private init(path: String, owning number: Int32) {
        self.path = path
        descriptor = Descriptor(owning: number)
    }

    /// For the system calls that take a folder.
    var number: Int32 { descriptor.number }

    /// Opens a folder that exists.
    ///
    /// - Parameter followsLinks: false if it must be no link itself.
    static func open(_ path: String, followsLinks: Bool = true) throws(SaveError) -> Folder {
        try SaveError.reporting(path) { () throws(SystemFault) in
            Folder(path: path, owning: try system_openFolder(path, followsLinks: followsLinks))
        }
    }

    /// Opens a folder in this one, creating it for this user only if missing. It must be no link.
    func openOrMakePrivate(_ name: String) throws(SystemFault) -> Folder {
        do throws(SystemFault) {
            try system_makeFolder(name, in: number, mode: 0o700)
            try syncNames()
        } catch {
            guard error.cause == .fileExists else { throw error }
        }
        return Folder(path: path + "/" + name, owning: try system_openFolder(name, in: number))
    }

    /// Opens the folder behind another descriptor anew: a lock on a duplicate would belong to both, and last as long
    /// as either.
    static func reopening(_ number: Int32, path: String) throws(SaveError) -> Folder {
        try SaveError.reporting(path) { () throws(SystemFault) in
            Folder(path: path, owning: try system_reopenFolder(number))
        }
    }

    /// A descriptor of it that outlives this.
    func share() throws(SaveError) -> Int32 {
        try SaveError.reporting(path) { () throws(SystemFault) in try system_duplicate(number) }
    }

    /// Opens a folder; nil if there is none.
    ///
    /// - Parameter followsLinks: false if it must be no link itself.
    static func openIfThere(_ path: String, followsLinks: Bool = true) throws(SaveError) -> Folder? {
        do throws(SaveError) {
            return try open(path, followsLinks: followsLinks)
        } catch {
            guard error.underlying == ENOENT else { throw error }
            return nil
        }
    }

    /// Opens a folder, creating it and its parents if missing.
    ///
    /// - Parameters:
    ///   - mode: the rights to what is made, before the umask.
    ///   - followsLinks: false if it must be no link itself.
    static func openOrMake(
        _ path: String, mode: mode_t = 0o777, followsLinks: Bool = true
    ) throws(SaveError) -> Folder {
        if let folder = try openIfThere(path, followsLinks: followsLinks) { return folder }
        try make(path, mode)
        return try openMade(path, followsLinks: followsLinks)
    }

    private static func openMade(_ path: String, followsLinks: Bool) throws(SaveError) -> Folder {
        do throws(SaveError) {
            return try open(path, followsLinks: followsLinks)
        } catch {
            // The name is taken, yet there is no folder: a link that leads nowhere.
            guard error.underlying == ENOENT else { throw error }
            throw SaveError(.notAFolder, underlying: ENOENT, path: path)
        }
    }

    private static func make(_ path: String, _ mode: mode_t) throws(SaveError) {
        do throws(SystemFault) {
            try system_makeFolder(path, mode: mode)
        } catch {
            switch error.cause {
            case .fileExists:
                return
            case .noEntry where !parent(of: path).isEmpty:
                try make(parent(of: path), mode)
                try makeLast(path, mode)
            default:
                throw SaveError(error, path: path)
            }
        }
        try syncParent(of: path)
    }

    /// Makes a folder whose parent was just made.
    private static func makeLast(_ path: String, _ mode: mode_t) throws(SaveError) {
        do { try system_makeFolder(path, mode: mode) } catch {
            guard error.cause == .fileExists else { throw SaveError(error, path: path) }
        }
    }

    /// Makes sure that a new folder survives a power cut.
    private static func syncParent(of path: String) throws(SaveError) {
        let parent = parent(of: path)
        guard !parent.isEmpty else { return }
        try open(parent).sync()
    }

    /// The part before the last slash; `/` for what lies at the top, empty for a bare name.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? (path == "/" ? "" : "/") : String(path[..<slash])
    }

    /// The part after the last slash.
    static func lastName(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Returns when the names in the folder are on the disk. File systems that can't are accepted.
    func sync() throws(SaveError) {
        try SaveError.reporting(path) { () throws(SystemFault) in try syncNames() }
    }

    /// The same with the system's own fault.
    func syncNames() throws(SystemFault) {
        do throws(SystemFault) {
            try descriptor.sync()
        } catch {
            guard error.cause == .invalidArgument || error.cause == .notSupported else { throw error }
        }
    }

    /// The status of a name in the folder, without following a link; nil if the name is free.
    func status(of name: String) throws(SystemFault) -> FileStatus? {
        try system_status(of: name, in: number)
    }

    /// The names in the folder, in no order.
    func names() throws(SystemFault) -> [String] { try systemNames(in: number) }

    /// Removes the files that were last changed more than a day ago.
    func removeOld() {
        let oldest = WallTime(at: .now).nanosecondsSince1970 - Self.day
        for name in (try? names()) ?? [] {
            guard let status = try? status(of: name), status.kind == .file, status.modified < oldest else {
                continue
            }
            system_unlink(name, in: number)
        }
    }

    /// Nanoseconds.
    private static let day: Int64 = 24 * 3600 * 1_000_000_000

    /// Waits until no other Tintype publishes into this folder; the lock ends with this value. A file system without
    /// locks is accepted: a collision needs two photos of one millisecond within one microsecond.
    func lock() {
        do throws(SystemFault) { try system_lock(number, waits: true) } catch {}
    }

    /// Locks it as `lock` does, unless another program has; a file system without locks is accepted.
    ///
    /// - Returns: whether no other program has locked it.
    func lockIfFree() -> Bool {
        do throws(SystemFault) { try system_lock(number, waits: false) } catch {
            return error.cause != .wouldBlock
        }
        return true
    }

    func unlock() { flock(number, LOCK_UN) }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Platform

/// The folder `damaged` in the journal, for what can't be read or does not belong there. Nothing in it is ever replaced,
/// opened or removed. Stateless and thread-safe.
enum DamagedFolder {
    private static let name = "damaged"
    /// How many names are tried.
    private static let maximumAttempts = 1000

    /// Moves a file, a link or a folder there; returns when that is on the disk.
    ///
    /// - Parameter newName: its name there, with a number if that is taken.
    /// - Throws: the fault; nothing was moved then.
    static func take(
        _ oldName: String, as newName: String, from journal: borrowing Folder
    ) throws(SystemFault) {
        let damaged = try journal.openOrMakePrivate(name)
        for attempt in 0..<maximumAttempts {
            do throws(SystemFault) {
                try system_moveToNew(
                    oldName, from: journal.number, to: damaged.number,
                    as: newName + (attempt == 0 ? "" : ".\(attempt)"))
                try damaged.syncNames()
                return try journal.syncNames()
            } catch {
                guard error.cause == .fileExists else { throw error }
            }
        }
        throw SystemFault(.fileExists, "renameat2")
    }
}

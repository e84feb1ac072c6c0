// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import Platform

/// Finds the newest screenshot. Blocks; thread-safe.
enum Screenshots {
    /// The result of a look.
    enum Newest: Equatable {
        case none
        /// This account may not read the folder.
        case unreadable
        /// - Parameter age: in seconds; negative for a time that is still to come.
        case image(path: String, age: Int)
    }

    /// The age in seconds up to which a screenshot counts as just made.
    static let newestAge = 60

    /// - Parameters:
    ///   - folders: where to look; missing ones are left out.
    ///   - now: seconds since 1970.
    static func newest(in folders: [String], now: Int = time(nil)) -> Newest {
        var newest: (path: String, time: Int, part: Int)?
        for path in folders.flatMap(images) {
            var facts = stat()
            guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { continue }
            let (time, part) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
            // A clock that was set back must not make a screenshot new forever.
            guard time - now < newestAge else { continue }
            if newest.map({ (time, part) > ($0.time, $0.part) }) ?? true { newest = (path, time, part) }
        }
        if let newest { return .image(path: newest.path, age: now - newest.time) }
        return folders.contains(where: isClosed) ? .unreadable : .none
    }

    private static func isClosed(_ folder: String) -> Bool {
        access(folder, R_OK | X_OK) != 0 && errno == EACCES
    }

    /// The first of them that exists; nothing is opened.
    static func first(of folders: [String]) -> String? { folders.first { access($0, F_OK) == 0 } }

    private static let endings = [".png", ".jpg", ".jpeg", ".webp"]

    private static func images(in folder: String) -> [String] {
        systemNames(in: folder).filter { name in
            let lowercase = name.lowercased()
            return !name.hasPrefix(".") && endings.contains(where: lowercase.hasSuffix)
        }.map { folder + "/" + $0 }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import Platform

/// Finds the newest screenshot. Blocks; thread-safe.
enum Screenshots {
    /// The age in seconds up to which a screenshot counts as just made.
    private static let newestAge = 60

    /// - Parameters:
    ///   - folders: where to look; missing ones are left out.
    ///   - now: seconds since 1970.
    /// - Returns: the path of the newest image; nil if none is new enough.
    static func newest(in folders: [String], now: Int = time(nil)) -> String? {
        var newest: (path: String, time: Int, part: Int)?
        for path in folders.flatMap(images) {
            var facts = stat()
            guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { continue }
            let (time, part) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
            // A clock that was set back must not make a screenshot new forever.
            guard now - time < newestAge, time - now < newestAge else { continue }
            if newest.map({ (time, part) > ($0.time, $0.part) }) ?? true { newest = (path, time, part) }
        }
        return newest?.path
    }

    private static let endings = [".png", ".jpg", ".jpeg", ".webp"]

    private static func images(in folder: String) -> [String] {
        systemNames(in: folder).filter { name in
            let lowercase = name.lowercased()
            return !name.hasPrefix(".") && endings.contains(where: lowercase.hasSuffix)
        }.map { folder + "/" + $0 }
    }
}

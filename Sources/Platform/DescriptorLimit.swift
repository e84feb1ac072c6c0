// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// How many files this process may have open. GLib ends a process that can't make another descriptor, so what would need more
/// than there are is refused before it begins.
public enum DescriptorLimit {
    /// What a command without a window, or the words for why there is none, needs.
    public static let least = 16
    /// What a window, or a video, needs.
    public static let many = 31

    /// The usual one, below which nothing fails that still uses `select`.
    private static let usual: rlim_t = 1024

    /// Raises a soft limit that is lower than usual, as far as the hard one lets.
    public static func raise() {
        var limit = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(files, &limit) == 0, limit.rlim_cur < usual else { return }
        limit.rlim_cur = min(usual, limit.rlim_max)
        setrlimit(files, &limit)
    }

    /// Whether this many more descriptors can be opened; tried, because inherited ones count, too.
    public static func hasRoom(for count: Int) -> Bool {
        var tried: [Int32] = []
        defer { for number in tried { close(number) } }
        while tried.count < count {
            let number = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
            guard number >= 0 else { return false }
            tried.append(number)
        }
        return true
    }
}

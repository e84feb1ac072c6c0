internal import Glibc

/// The terminal that a command was typed at.
enum Terminal {
    /// Whether a person sits at one: input and output are a terminal, or it waits for this program while the output
    /// is captured, as in `photo=$(tintype --shoot)`.
    static var hasPerson: Bool {
        if isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 { return true }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        return tcgetpgrp(terminal) == getpgrp()
    }
}

internal import Glibc

/// What commands say on the terminal.
enum Standard {
    /// For the person or the script that asked.
    static func print(_ line: String) { fputs(line + "\n", stdout) }

    /// For errors and asides.
    static func complain(_ line: String) { fputs("tintype: " + line + "\n", stderr) }
}

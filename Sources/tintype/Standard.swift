internal import Glibc

/// What commands say on the terminal.
enum Standard {
    /// For the person or the script that asked.
    static func print(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

    /// For errors and asides.
    static func complain(_ line: String) { write("tintype: " + line + "\n", to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            // Nobody listens any more; there is no one to tell.
            if count <= 0, errno != EINTR { return }
            rest = rest.dropFirst(max(0, count))
        }
    }
}

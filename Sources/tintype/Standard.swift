internal import GLibBridge
internal import Glibc

/// Output of commands on the terminal.
enum Standard {
    /// The errno of a failed output; nil where all were written.
    private static var failure: Int32?

    /// Standard output, for the person or script that asked.
    static func print(_ line: String) {
        if let number = write(line + "\n", to: STDOUT_FILENO) { failure = failure ?? number }
    }

    /// The exit status of a command: a failed output is a failure of the command.
    static func status(_ status: Int32) -> Int32 {
        guard let failure else { return status }
        // A reader that has closed the pipe, like `head`, needs no explanation.
        if failure != EPIPE {
            let reason = String(cString: strerror(failure))
            complain(tr("the answer can’t be written: %s").filling("%s", with: reason))
        }
        return max(status, 1)
    }

    /// Standard error, for errors and remarks.
    static func complain(_ line: String) { write("tintype: " + line + "\n", to: STDERR_FILENO) }

    /// - Returns: the errno where not all could be written.
    @discardableResult private static func write(_ text: String, to descriptor: Int32) -> Int32? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return errno }
            rest = rest.dropFirst(max(0, count))
        }
        return nil
    }
}

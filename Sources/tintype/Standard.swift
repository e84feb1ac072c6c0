// SPDX-License-Identifier: GPL-3.0-or-later
internal import Dispatch
internal import Glibc
internal import Platform
internal import Synchronization

/// Output of commands on the terminal.
enum Standard {
    /// The errno of a failed output; nil if all were written.
    private static var failure: Int32?

    /// Where standard output leads.
    private(set) static var output: Int32 = STDOUT_FILENO

    /// Keeps standard output for this program alone: libraries print there, too (libv4l2's plugins "Using mplane plugin for
    /// capture"), and a script would take that for a photo's path. The log goes to the standard error output as a whole.
    static func keepOutput() {
        Log.useErrorOutput()
        let kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        if kept >= 0, nowhere >= 0, dup2(nowhere, STDOUT_FILENO) >= 0 { output = kept }
        if nowhere >= 0 { close(nowhere) }
    }

    /// Standard output, for the person or script that asked.
    static func print(_ line: String) {
        if let number = write(line + "\n", to: output) { failure = failure ?? number }
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

    static var tooFewDescriptors: String {
        tr("too few files may be open here (see ulimit -n): Tintype needs %s.")
            .filling("%s", with: String(DescriptorLimit.many))
    }

    /// Standard error, for errors and remarks.
    static func complain(_ line: String) { write("tintype: " + line + "\n", to: STDERR_FILENO) }

    /// - Returns: the errno if not all could be written.
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

/// The terminal that a command was typed at.
enum Terminal {
    /// Whether a person sits at one: input and output are a terminal, or it waits for this program while the output
    /// is captured, as in `photo=$(tintype --shoot)`.
    static var hasPerson: Bool {
        if isatty(STDIN_FILENO) != 0, isatty(Standard.output) != 0 { return true }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        return tcgetpgrp(terminal) == getpgrp()
    }
}

/// A value that one thread waits for and another delivers, once.
nonisolated final class Outcome<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let ready = DispatchSemaphore(value: 0)

    func set(_ value: Value) {
        self.value.withLock { $0 = value }
        ready.signal()
    }

    /// The value if it is there already; once.
    func take() -> Value? {
        value.withLock { value in
            defer { value = nil }
            return value
        }
    }

    /// Blocks until the value is there.
    func wait() -> Value {
        while true {
            ready.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}

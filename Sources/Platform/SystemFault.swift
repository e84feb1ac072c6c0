// SPDX-License-Identifier: GPL-3.0-or-later
/// A system call that failed.
public struct SystemFault: Error, Equatable {
    public let cause: Errno
    /// The call, for the log.
    public let call: String

    public init(_ cause: Errno, _ call: String) { (self.cause, self.call) = (cause, call) }

    public static func == (left: Self, right: Self) -> Bool { left.cause == right.cause }
}

/// Repeats the call while a signal interrupts it, at most `interruptionLimit` times: a driver may report EINTR without a
/// signal.
///
/// - Throws: the errno of a result below zero.
public func retrying<Value: SignedInteger>(_ call: () -> Value) throws(Errno) -> Value {
    for _ in 0..<interruptionLimit {
        let result = call()
        if result >= 0 { return result }
        let failure = Errno.current
        if failure != .interrupted { throw failure }
    }
    throw .interrupted
}

/// As `retrying`, with the name of the call in the fault.
///
/// - Throws: the errno of a result below zero, and the call.
public func checked<Value: SignedInteger>(_ call: String, _ body: () -> Value) throws(SystemFault) -> Value {
    do { return try retrying(body) } catch { throw SystemFault(error, call) }
}

/// More signals than come during one call.
public let interruptionLimit = 1000

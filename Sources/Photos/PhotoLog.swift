/// Receives what no view shows, with the errno where a system call failed. Called on any thread.
public typealias PhotoLog = @Sendable (_ message: String, _ errno: Int32?) -> Void

internal import CGtk
internal import CShims

/// Writes to GLib's log, one domain a module, so that `G_MESSAGES_DEBUG=tintype-photos` shows just that one.
public struct Log: Sendable {
    private let domain: String

    /// - Parameter domain: a short name; the log's domain is `tintype-<domain>`.
    public init(domain: String) { self.domain = "tintype-" + domain }

    /// For those who look for a cause. Hidden unless G_MESSAGES_DEBUG asks for it.
    public func debug(_ message: String) { tt_log(domain, G_LOG_LEVEL_DEBUG, message) }
    /// Something was done that a person may want to know.
    public func info(_ message: String) { tt_log(domain, G_LOG_LEVEL_INFO, message) }
    /// Something went wrong, with its cause.
    public func warning(_ message: String) { tt_log(domain, G_LOG_LEVEL_WARNING, message) }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims

/// Writes to GLib's log, one domain a module, so that `G_MESSAGES_DEBUG=tintype-photos` shows just that one.
///
///     Log(domain: "photos").warning("photo not saved: full", .errno(28, at: "write"))
///
/// Errors are logged as separate fields, which journald stores and searches. Thread-safe.
public struct Log: Sendable {
    /// From now on every line goes to the standard error output: GLib writes what is less than a warning to the other one.
    public static func useErrorOutput() { g_log_writer_default_set_use_stderr(1) }

    private let domain: String

    /// - Parameter domain: the module's short name; the log's domain is `tintype-<domain>`.
    public init(domain: String) { self.domain = "tintype-" + domain }

    /// Details for finding a cause. Hidden unless G_MESSAGES_DEBUG asks for it.
    public func debug(_ message: String, _ fields: LogFields = .none) {
        write(G_LOG_LEVEL_DEBUG, message, fields)
    }
    /// An event of interest. Hidden unless G_MESSAGES_DEBUG asks for it.
    public func info(_ message: String, _ fields: LogFields = .none) {
        write(G_LOG_LEVEL_INFO, message, fields)
    }
    /// A failure, with its cause.
    public func warning(_ message: String, _ fields: LogFields = .none) {
        write(G_LOG_LEVEL_WARNING, message, fields)
    }

    private func write(_ level: GLogLevelFlags, _ message: String, _ fields: LogFields) {
        // The C side wants all texts at once; strdup keeps them for the call.
        var names: [UnsafePointer<CChar>?] = fields.all.map { UnsafePointer(g_strdup($0.name)) }
        var values: [UnsafePointer<CChar>?] = fields.all.map { UnsafePointer(g_strdup($0.value)) }
        defer { for text in names + values { g_free(UnsafeMutableRawPointer(mutating: text)) } }
        tt_log(domain, level, message, &names, &values, UInt32(fields.all.count))
    }
}

/// The fields of a log entry besides its message.
public struct LogFields: Sendable, Equatable {
    let all: [(name: String, value: String)]

    public static func == (left: Self, right: Self) -> Bool {
        left.all.elementsEqual(right.all) { $0 == $1 }
    }

    public static let none = LogFields(all: [])

    /// A system call's errno; nothing if the failure was found by us.
    ///
    /// - Parameter step: what failed, e.g. `VIDIOC_STREAMON`.
    public static func errno(_ number: Int32?, at step: String = "") -> LogFields {
        let code = number.map { [(name: "ERRNO", value: String($0))] } ?? []
        return LogFields(all: code + (step.isEmpty ? [] : [("TINTYPE_STEP", step)]))
    }

    /// A GError's domain and code, and the error's name on the bus if it has one.
    public static func error(_ error: GLibError) -> LogFields {
        let own = [
            (name: "TINTYPE_GERROR_DOMAIN", value: error.domain),
            ("TINTYPE_GERROR_CODE", String(error.code)),
        ]
        return LogFields(all: own + (error.remoteName.map { [("TINTYPE_BUS_ERROR", $0)] } ?? []))
    }
}

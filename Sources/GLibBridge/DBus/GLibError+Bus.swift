internal import CGtk

extension GLibError {
    /// The session bus accepted a connection and stayed silent.
    public static let silentBus = GLibError(
        domain: "tintype", code: 1, message: "the session bus does not answer")

    /// Whether a service or a bus took too long, whichever way GIO reports it.
    public var meansTimeOut: Bool {
        switch remoteName {
        case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
            "org.freedesktop.DBus.Error.TimedOut":
            true
        case .some: false
        case nil:
            self == .silentBus
                || domain == "g-io-error-quark" && [Self.timedOut, Self.cancelled].contains(code)
        }
    }

    /// G_IO_ERROR_TIMED_OUT and G_IO_ERROR_CANCELLED.
    private static let timedOut = Int32(G_IO_ERROR_TIMED_OUT.rawValue)
    private static let cancelled = Int32(G_IO_ERROR_CANCELLED.rawValue)

    /// Whether the service does not exist: none runs, and none can be started.
    public var meansNoService: Bool {
        switch remoteName {
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner": true
        case .some(let name): name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
        case nil: false
        }
    }

    /// Whether there was no answer: not in time, or never, because the service or the bus went away.
    public var meansSilence: Bool {
        switch remoteName {
        case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
            "org.freedesktop.DBus.Error.TimedOut", nil:
            true
        case .some: false
        }
    }
}

extension GLibError {
    /// Whether nobody offers that service: none runs, and none can be started.
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

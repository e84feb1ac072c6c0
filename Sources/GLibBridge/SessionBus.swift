/// The person's message bus.
public enum SessionBus {
    /// Whether another program has the name; false where there is no bus, or none that answers. Blocks for two seconds at
    /// most: not for the main thread.
    public static func isTakenByAnother(_ name: String) -> Bool {
        guard let bus = try? BusConnection.session() else { return false }
        let question = BusCall(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner",
            [.string(name)], patience: .seconds(1))
        guard let owner = (try? bus.callBlocking(question))?[0]?.string else { return false }
        return owner != bus.uniqueName
    }
}

/// What a program does with the names of a bus.
extension BusConnection {
    /// Whether another program has the name. Blocks for at most a second: not for the main thread.
    public func isTakenByAnother(_ name: String) -> Bool {
        let question = BusCall(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner",
            [.string(name)], patience: .seconds(1))
        guard let owner = (try? callBlocking(question))?[0]?.string else { return false }
        return owner != uniqueName
    }
}

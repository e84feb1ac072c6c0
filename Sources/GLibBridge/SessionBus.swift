internal import CShims

/// The person's message bus.
public enum SessionBus {
    /// Whether another program has the name; false where there is no bus. Blocks briefly: not for the main thread.
    public static func isTakenByAnother(_ name: String) -> Bool { tt_bus_name_is_taken(name, 1000) != 0 }
}

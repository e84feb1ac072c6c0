internal import CShims

/// The person's message bus.
public enum SessionBus {
    /// Whether some program has the name; false where there is no bus. Blocks briefly: not for the main thread.
    public static func hasOwner(of name: String) -> Bool { tt_bus_name_has_owner(name, 1000) != 0 }
}

/// Proof that photos may be put into the person's photo library, and where that is. Only this module makes one.
public struct LibraryGrant: Sendable {
    /// The library itself, absolute, e.g. `/home/ada/Pictures`.
    public let library: String
    /// The folder in it that Tintype writes to, e.g. `/home/ada/Pictures/Camera`. It need not exist yet.
    public var folder: String { library + "/Camera" }

    init(library: String) { self.library = library }
}

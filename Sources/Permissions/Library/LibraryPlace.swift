/// Where a permission lets photos go.
public enum LibraryPlace: Equatable, Sendable {
    /// The folder `Camera` in the person's photo library; made where it is missing.
    case camera(library: String)
    /// The one folder that the person chose; never made, and never reached through a link in its place.
    case chosen(String)

    /// The folder that photos lie in.
    public var folder: String {
        switch self {
        case .camera(let library): library + "/Camera"
        case .chosen(let folder): folder
        }
    }

    /// The person's photo library: XDG's Pictures folder, or `~/Pictures` where XDG names none.
    ///
    /// nil only where there is not even a home folder. Reads no folder.
    static func library(pictures: String?, home: String?) -> LibraryPlace? {
        (pictures ?? home.map { $0 + "/Pictures" }).map { .camera(library: $0) }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import Platform

/// Where a permission lets photos go.
public enum LibraryPlace: Equatable, Sendable {
    /// The folder `Camera` in the person's photo library; created if missing.
    case camera(library: String)
    /// A photo library whose path is not valid UTF-8: nothing can be saved there.
    ///
    /// - Parameter library: for display only.
    case unreadable(library: String)
    /// The one folder that the person chose; never made, and never reached through a link in its place.
    case chosen(String)

    /// The folder that photos lie in.
    public var folder: String {
        switch self {
        case .camera(let library), .unreadable(let library): library + "/Camera"
        case .chosen(let folder): folder
        }
    }

    /// The person's photo library: XDG's Pictures folder, or `~/Pictures` if XDG names none.
    ///
    /// nil only if there is not even a home folder. Reads no folder.
    static func library(pictures: FolderPath?, home: String?) -> LibraryPlace? {
        switch pictures {
        case .text(let path): .camera(library: path)
        case .unreadable(let path): .unreadable(library: path)
        case nil: home.map { .camera(library: $0 + "/Pictures") }
        }
    }
}

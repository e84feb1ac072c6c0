/// Makes files of shots. Implemented by Photos; the views see only this.
public protocol PhotoTaking: Sendable {
    /// Encodes the shot and puts it into the photo library.
    func save(_ shot: Shot) async throws(SaveError) -> SavedPhoto

    /// Encodes the shot into just this file, which the person chose; replaces what is there.
    ///
    /// The extension decides the kind of file: `.jpg` and `.jpeg` make a JPEG, everything else the shot's format.
    func save(_ shot: Shot, as path: String) async throws(SaveError) -> SavedPhoto
}

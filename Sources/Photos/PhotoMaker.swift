import CaptureCore
import Imaging
import Permissions

/// Where a photo goes, with the right to put it there.
enum PhotoDestination: Sendable {
    case library(LibraryGrant)
    /// A file that the person chose.
    case file(String)
    /// A folder that the person chose for this once.
    case folder(String)

    /// What an error is about.
    var path: String {
        switch self {
        case .library(let grant): grant.folder
        case .file(let path), .folder(let path): path
        }
    }

    /// What the file's extension asks for; nil where that is left to the shot.
    var format: PhotoFormat? {
        guard case .file(let path) = self else { return nil }
        return PhotoFormat(fileName: Folder.lastName(of: path))
    }
}

/// Encodes shots and writes the files. Each call blocks. Thread-safe: keeps nothing.
struct PhotoMaker: Sendable {
    let encoder: PhotoEncoder
    /// For what no view shows.
    let log: PhotoLog

    func encode(_ shot: Shot, for destination: PhotoDestination) throws(ImagingError) -> EncodedPhoto {
        do throws(ImagingError) {
            let photo = try encoder.encode(shot.with(format: destination.format))
            if let reason = photo.substitution { log("photo became a JPEG: \(reason)", nil) }
            return photo
        } catch {
            log("photo can't be encoded: \(error)", nil)
            throw error
        }
    }

    func write(
        _ file: PhotoFile, _ format: PhotoFormat, of shot: Shot, to destination: PhotoDestination
    ) throws(SaveError) -> SavedPhoto {
        switch destination {
        case .library(let grant):
            let name = PhotoName(time: shot.time)
            return SavedPhoto(
                path: try LibraryWriter.publish(file, as: name, format, with: grant), format: format)
        case .file(let path):
            try LibraryWriter.replace(path, with: file, format)
            return SavedPhoto(path: path, format: format)
        case .folder(let path):
            let name = PhotoName(time: shot.time)
            return SavedPhoto(
                path: try LibraryWriter.add(file, as: name, format, toFolder: path), format: format)
        }
    }

    /// Makes the file of a shot without the journal.
    func save(_ shot: Shot, to destination: PhotoDestination) throws(SaveError) -> SavedPhoto {
        let photo: EncodedPhoto
        do throws(ImagingError) {
            photo = try encode(shot, for: destination)
        } catch {
            throw SaveError(.encodingFailed, path: destination.path)
        }
        return try write(PhotoFile(photo.bytes), photo.format, of: shot, to: destination)
    }
}

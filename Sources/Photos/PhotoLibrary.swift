public import CaptureCore
public import Imaging
public import Permissions

/// Makes files of shots and puts them into the photo library, in the background.
///
/// Thread-safe; any number of shots can be saved at once. Each is copied from the driver's buffer first, so that
/// the camera goes on, then encoded on a thread of the lowest priority, earliest press first.
public final class PhotoLibrary: PhotoTaking {
    private let grant: @Sendable () async -> LibraryGrant?
    private let encoder: PhotoEncoder
    private let queue: EncodingQueue
    private let log: @Sendable (String) -> Void

    /// - Parameters:
    ///   - encoder: knows the program's name and version.
    ///   - log: gets what no view shows: why a photo became a JPEG, why an encoder failed. Called on any thread.
    ///   - grant: asked before each photo; nil where the person does not allow it.
    public convenience init(
        encoder: PhotoEncoder, log: @escaping @Sendable (String) -> Void = { _ in },
        grant: @escaping @Sendable () async -> LibraryGrant?
    ) {
        self.init(encoder: encoder, queue: EncodingQueue(), log: log, grant: grant)
    }

    init(
        encoder: PhotoEncoder, queue: EncodingQueue, log: @escaping @Sendable (String) -> Void = { _ in },
        grant: @escaping @Sendable () async -> LibraryGrant?
    ) {
        self.grant = grant
        self.encoder = encoder
        self.queue = queue
        self.log = log
    }

    public func save(_ shot: Shot) async throws(SaveError) -> SavedPhoto {
        let shot = shot.detached()
        guard let grant = await grant() else { throw SaveError(.notAllowed, path: "") }
        return try await queue.run(pressedAt: shot.time) { [self] in
            Result { () throws(SaveError) in
                let photo = try encode(shot, for: grant.folder)
                let name = PhotoName(time: shot.time)
                let path = try LibraryWriter.publish(photo.bytes, as: name, photo.format, with: grant)
                return SavedPhoto(path: path, format: photo.format)
            }
        }.get()
    }

    public func save(_ shot: Shot, as path: String) async throws(SaveError) -> SavedPhoto {
        let shot = shot.detached(as: Self.format(of: path) ?? shot.format)
        return try await queue.run(pressedAt: shot.time) { [self] in
            Result { () throws(SaveError) in
                let photo = try encode(shot, for: path)
                try LibraryWriter.replace(path, with: photo.bytes)
                return SavedPhoto(path: path, format: photo.format)
            }
        }.get()
    }

    /// What a path's extension asks for; nil where that is left to the shot.
    static func format(of path: String) -> PhotoFormat? {
        let name = Folder.lastName(of: path).lowercased()
        return name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") ? .jpeg : nil
    }

    private func encode(_ shot: Shot, for path: String) throws(SaveError) -> EncodedPhoto {
        do throws(ImagingError) {
            let photo = try encoder.encode(shot)
            if let reason = photo.substitution { log("photo became a JPEG: \(reason)") }
            return photo
        } catch {
            log("photo can't be encoded: \(error)")
            throw SaveError(.encodingFailed, path: path)
        }
    }
}

extension Shot {
    /// The same shot with its frame in memory of its own.
    fileprivate func detached(as format: PhotoFormat? = nil) -> Shot {
        Shot(
            frame: frame.detached(), time: time, camera: camera, mode: mode, format: format ?? self.format,
            quality: quality)
    }
}

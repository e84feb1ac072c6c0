internal import CaptureCore
internal import GLibBridge

/// What happens to a photo between the press and its file, for the window: counts the photos on their way and
/// keeps the ones that could not be saved.
///
///     let shooting = ShootingController(photos: library)
///     shooting.onChange = { … }
///     shooting.take(shot, picture)
final class ShootingController {
    /// A shot that is not on disk, and why. It stays until it is saved, or the person gives it up.
    struct Unsaved {
        let shot: Shot
        let picture: Picture?
        let error: SaveError
    }

    /// Photos being encoded or written.
    private(set) var pendingCount = 0
    /// The oldest first.
    private(set) var unsaved: [Unsaved] = []
    /// The newest photo on disk.
    private(set) var lastSaved: SavedPhoto?

    /// Told after every change of the above.
    var onChange: () -> Void = {}
    /// Told of each photo that has reached the disk and is the newest.
    var onSaved: (SavedPhoto) -> Void = { _ in }
    /// Told once, when HEIC was asked for and JPEG was written.
    var onFormatFallback: () -> Void = {}

    private let photos: any PhotoTaking
    private let log = Log(domain: "shooting")
    private var saidFallback = false
    /// Photos can be ready in another order than they were taken; the newest taken is the last photo.
    private var taken = 0
    private var lastSavedIndex = -1

    init(photos: any PhotoTaking) { self.photos = photos }

    /// Whether leaving now would lose something.
    var isIdle: Bool { pendingCount == 0 && unsaved.isEmpty }

    /// Saves a shot into the library.
    ///
    /// - Parameter whenSafe: called once the photo no longer needs this program's memory; never for one that
    ///   could not be saved.
    func take(_ shot: Shot, whenSafe: @escaping @MainActor () -> Void = {}) {
        save(shot, whenSafe: whenSafe) { [photos] () async throws(SaveError) in try await photos.save(shot) }
    }

    /// Tries everything again that could not be saved.
    func tryAgain() {
        let shots = unsaved.map(\.shot)
        unsaved.removeAll()
        for shot in shots { take(shot) }
    }

    /// Saves the oldest of the shots that could not be saved into a file the person chose.
    func saveFirstUnsaved(as path: String) {
        guard !unsaved.isEmpty else { return }
        let shot = unsaved.removeFirst().shot
        save(shot) { [photos] () async throws(SaveError) in try await photos.save(shot, as: path) }
    }

    /// Gives up what could not be saved; only when the person said so.
    func discardUnsaved() {
        unsaved.removeAll()
        onChange()
    }

    /// The last photo is not in the library any more.
    func forgetLast() {
        lastSaved = nil
        onChange()
    }

    /// The last photo is back.
    func restoreLast(_ path: String) {
        lastSaved = SavedPhoto(path: path, format: path.hasSuffix(".heic") ? .heic : .jpeg)
        onChange()
    }

    private func save(
        _ shot: Shot, whenSafe: @escaping @MainActor () -> Void = {},
        _ work: @escaping () async throws(SaveError) -> SavedPhoto
    ) {
        let index = taken
        taken += 1
        pendingCount += 1
        onChange()
        Task {
            do throws(SaveError) {
                saved(try await work(), wanted: shot.format, index: index)
                whenSafe()
            } catch {
                log.warning("photo not saved: \(error.code), errno \(error.underlying ?? 0), \(error.path)")
                unsaved.append(Unsaved(shot: shot, picture: nil, error: error))
            }
            pendingCount -= 1
            onChange()
        }
    }

    private func saved(_ photo: SavedPhoto, wanted: PhotoFormat, index: Int) {
        if index > lastSavedIndex {
            lastSavedIndex = index
            lastSaved = photo
            onSaved(photo)
        }
        if photo.format != wanted, !saidFallback {
            saidFallback = true
            onFormatFallback()
        }
    }
}

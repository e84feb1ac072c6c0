// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Imaging

/// Makes photos of journal entries: reads, encodes, publishes, removes. Each call blocks for as long as that takes.
/// Stateless and thread-safe.
struct ShotFinisher: Sendable {
    /// Why an entry is no photo yet.
    enum Failure: Error {
        /// It may work another time.
        case waits(SaveError)
        /// It never will: the entry can't be read, or holds no picture.
        case damaged(SaveError)

        var error: SaveError {
            switch self {
            case .waits(let error), .damaged(let error): error
            }
        }
    }

    let journal: ShotJournal
    let maker: PhotoMaker

    /// Makes the photo of an entry and removes the entry.
    ///
    /// - Parameter destinations: tried in this order; none if the person allows none: `.waits(.notAllowed)`, unless
    ///   the photo is there already.
    func finish(
        _ name: EntryName, to destinations: (PhotoTarget) -> [PhotoDestination]
    ) throws(Failure) -> SavedPhoto {
        guard journal.claim(name) else {
            throw .waits(SaveError(.failed, underlying: EALREADY, path: journal.path))
        }
        defer { journal.release(name) }
        if let photo = try findPublished(name) { return photo }
        let (shot, target) = try read(name)
        let photo = try publish(shot, name, toOneOf: destinations(target))
        journal.remove(name)
        return photo
    }

    /// - Throws: the first one's error.
    private func publish(
        _ shot: Shot, _ name: EntryName, toOneOf destinations: [PhotoDestination]
    ) throws(Failure) -> SavedPhoto {
        var failure = Failure.waits(SaveError(.notAllowed, path: ""))
        for (index, destination) in destinations.enumerated() {
            do throws(Failure) {
                return try publish(shot, name, to: destination)
            } catch {
                if case .damaged = error { throw error }
                if index == 0 { failure = error }
            }
        }
        throw failure
    }

    /// Ends an entry whose photo was published before a crash; otherwise clears the noted name.
    ///
    /// Of several entries, do this to all before any is finished: a photo that is made meanwhile could take the name,
    /// and pass for another shot of the same frame.
    /// - Returns: nil if there is no such photo.
    func settle(_ name: EntryName) throws(Failure) -> SavedPhoto? {
        guard journal.claim(name) else { return nil }
        defer { journal.release(name) }
        return try findPublished(name)
    }

    private func findPublished(_ name: EntryName) throws(Failure) -> SavedPhoto? {
        guard let publication = try noted(in: name) else { return nil }
        do throws(SaveError) {
            guard try PublishedPhoto.isThere(publication, id: name.withoutCrashes.id) else {
                try journal.note(nil, in: name)
                return nil
            }
        } catch {
            throw .waits(error)
        }
        journal.remove(name)
        return SavedPhoto(path: publication.path, format: publication.format)
    }

    private func noted(in name: EntryName) throws(Failure) -> Publication? {
        do throws(EntryFault) {
            return try journal.open(name).publication
        } catch {
            throw failure(error, name)
        }
    }

    private func read(_ name: EntryName) throws(Failure) -> (Shot, PhotoTarget) {
        do throws(EntryFault) {
            let entry = try journal.open(name)
            let facts = try entry.facts()
            return (try entry.shot(facts), facts.target)
        } catch {
            throw failure(error, name)
        }
    }

    private func failure(_ fault: EntryFault, _ name: EntryName) -> Failure {
        maker.log("journal entry \(name.id): \(fault)", fault.number)
        switch fault {
        case .damaged: return .damaged(SaveError(.failed, path: journal.path))
        case .otherVersion: return .waits(SaveError(.failed, path: journal.path))
        case .system(let fault): return .waits(SaveError(fault, path: journal.path))
        }
    }

    private func publish(
        _ shot: Shot, _ name: EntryName, to destination: PhotoDestination
    ) throws(Failure) -> SavedPhoto {
        let photo: EncodedPhoto
        do throws(ImagingError) {
            photo = try maker.encode(shot, for: destination)
        } catch {
            let report = SaveError(.encodingFailed, path: destination.path)
            throw error.isAboutTheFrame ? .damaged(report) : .waits(report)
        }
        let file = PhotoFile(photo.bytes, id: name.withoutCrashes.id) {
            [journal] publication throws(SaveError) in
            try journal.note(publication, in: name)
        }
        do throws(SaveError) {
            return try maker.write(file, photo.format, of: shot, to: destination)
        } catch {
            // The name is free for others again, so it must not count any more.
            forget(name)
            throw .waits(error)
        }
    }

    private func forget(_ name: EntryName) {
        guard let noted = try? noted(in: name),
            (try? PublishedPhoto.isThere(noted, id: name.withoutCrashes.id)) == false
        else {
            return
        }
        try? journal.note(nil, in: name)
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The decoded photos around the visible one: each in the view's size, and the one in front in all its pixels once it is
/// enlarged.
///
/// Bounded: only photos next to the one in front are kept.
final class RollPictures {
    /// A decoded photo and GTK's view of its pixels.
    @MainActor final class Decoded {
        let photo: DecodedPhoto
        let pixels: OpaquePointer

        init(_ photo: DecodedPhoto) {
            self.photo = photo
            // Never NULL: GLib ends the program if there is no memory for a few words.
            pixels =
                tt_pixels_new(
                    photo.pixels, Int32(photo.size.width), Int32(photo.size.height), Int32(photo.stride),
                    Box(photo.memory).retained(), releaseBox
                ).unsafelyUnwrapped
        }

        isolated deinit { tt_pixels_unref(pixels) }
    }

    /// The state of decoding a photo.
    private enum State {
        case loading(Task<Void, Never>)
        case decoded(Decoded)
        case failed(PhotoFault)
    }

    /// Called when a photo is there, or has failed.
    var onArrival: (RollPhoto) -> Void = { _ in }

    private let roll: any PhotoBrowsing
    private var fitted: [RollPhoto: State] = [:]
    /// The number of each photo's last request. What an earlier one gives can be of the file as it was before.
    private var requests: [RollPhoto: Int] = [:]
    private var requestCount = 0
    /// The one in front, in all its pixels.
    private var whole: (photo: RollPhoto, state: State)?
    private var size = PixelSize(width: 0, height: 0)
    /// The photo in front, then those that may follow.
    private var wanted: [RollPhoto] = []
    /// Kept until `forgetPrepared`.
    private var prepared: RollPhoto?

    init(_ roll: any PhotoBrowsing) { self.roll = roll }

    /// The photo decoded to fit the view, if it is.
    func fitted(_ photo: RollPhoto) -> Decoded? {
        if case .decoded(let decoded)? = fitted[photo] { decoded } else { nil }
    }

    func whole(_ photo: RollPhoto) -> Decoded? {
        if let whole, whole.photo == photo, case .decoded(let decoded) = whole.state { decoded } else { nil }
    }

    func fault(_ photo: RollPhoto) -> PhotoFault? {
        if case .failed(let fault)? = fitted[photo] { fault } else { nil }
    }

    /// Decodes these photos and releases all others.
    ///
    /// - Parameters:
    ///   - photos: the first one is the most urgent.
    ///   - size: of the view, in device pixels.
    func keep(_ photos: [RollPhoto], fitting size: PixelSize) {
        guard !size.isEmpty else { return }
        if size != self.size { prepared = nil }
        let kept = Set(photos + [prepared].compactMap(\.self))
        for (photo, state) in fitted where !kept.contains(photo) {
            if case .loading(let task) = state { task.cancel() }
            drop(photo)
        }
        if let whole, whole.photo != photos.first { dropWhole() }
        if size != self.size {
            self.size = size
            for photo in photos.reversed() { reload(photo) }
        }
        wanted = photos
        loadWanted()
    }

    /// Decodes a photo that may be wanted in a moment. It stays until `forgetPrepared`, whatever else is wanted.
    func prepare(_ photo: RollPhoto, fitting size: PixelSize) {
        keep([photo], fitting: size)
        prepared = photo
    }

    /// Shows the viewfinder's picture of a photo, which is about as large as the view, until its file is decoded.
    func show(_ seen: DecodedPhoto, as photo: RollPhoto) {
        // Its task goes on, and replaces this by the file's own picture.
        guard case .loading? = fitted[photo] else { return }
        fitted[photo] = .decoded(Decoded(seen))
        onArrival(photo)
    }

    /// Lets the next `keep` release the prepared photo.
    func forgetPrepared() { prepared = nil }

    /// Decodes the photo in front alone, then its neighbours.
    private func loadWanted() {
        guard let front = wanted.first else { return }
        if fitted[front] == nil { load(front) }
        if case .loading = fitted[front] { return }
        // The newest request is served first.
        for photo in wanted.dropFirst().reversed() where fitted[photo] == nil { load(photo) }
    }

    /// The file has other content under the same name and time.
    func forget(_ photo: RollPhoto) {
        if case .loading(let task)? = fitted[photo] { task.cancel() }
        drop(photo)
        if whole?.photo == photo { dropWhole() }
    }

    func forgetAll() {
        for case .loading(let task) in fitted.values { task.cancel() }
        (fitted, requests, wanted, prepared) = ([:], [:], [], nil)
        dropWhole()
    }

    private func drop(_ photo: RollPhoto) { (fitted[photo], requests[photo]) = (nil, nil) }

    /// Decodes all pixels of a photo, once.
    func wantWhole(_ photo: RollPhoto) {
        guard whole?.photo != photo, case .file(let entry) = photo else { return }
        dropWhole()
        let task = Task { [weak self, roll] in
            let result = await Self.result { () async throws(PhotoFault) in
                try await roll.photo(entry, fitting: nil)
            }
            guard let self, !Task.isCancelled, self.whole?.photo == photo else { return }
            self.whole = (photo, Self.state(result))
            self.onArrival(photo)
        }
        whole = (photo, .loading(task))
    }

    private func dropWhole() {
        if let whole, case .loading(let task) = whole.state { task.cancel() }
        whole = nil
    }

    /// Decodes in another size; the old picture stays until the new one is there.
    private func reload(_ photo: RollPhoto) {
        switch fitted[photo] {
        case .decoded: load(photo, replacing: true)
        case .loading(let task):
            task.cancel()
            drop(photo)
        case .failed, nil: break
        }
    }

    private func load(_ photo: RollPhoto, replacing: Bool = false) {
        let size = size
        requestCount += 1
        let request = requestCount
        requests[photo] = request
        let task = Task { [weak self, roll] in
            let result = await Self.result { () async throws(PhotoFault) in
                try await Self.decode(photo, size, roll)
            }
            guard let self, !Task.isCancelled, self.requests[photo] == request, self.size == size else {
                return
            }
            self.fitted[photo] = Self.state(result)
            self.onArrival(photo)
            self.loadWanted()
        }
        if !replacing { fitted[photo] = .loading(task) }
    }

    private static func decode(
        _ photo: RollPhoto, _ size: PixelSize, _ roll: any PhotoBrowsing
    ) async throws(PhotoFault) -> DecodedPhoto {
        switch photo {
        case .file(let entry): return try await roll.photo(entry, fitting: size)
        case .shot(let shot):
            // Its file will come in a moment and take its place.
            guard let preview = await roll.preview(of: shot, fitting: size) else { throw .missing }
            return preview
        }
    }

    private static func state(_ result: Result<DecodedPhoto, PhotoFault>) -> State {
        switch result {
        case .success(let photo): .decoded(Decoded(photo))
        case .failure(let fault): .failed(fault)
        }
    }

    private static func result(
        _ body: () async throws(PhotoFault) -> DecodedPhoto
    ) async -> Result<DecodedPhoto, PhotoFault> {
        do throws(PhotoFault) { return .success(try await body()) } catch { return .failure(error) }
    }
}

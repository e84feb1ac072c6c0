// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads the library's videos. Implemented by Recording.
///
/// Thread-safe. Decoders are loaded at first use. The caller needs the right to read the paths. Every function blocks for
/// some tens of milliseconds, or for some seconds if a disk is slow.
public protocol VideoReading: Sendable {
    /// The first picture, as large as fits.
    ///
    /// - Throws: `.damaged`, `.decoderMissing`, `.unknownKind` if it has no pictures, `.failed`.
    func poster(_ path: String, fitting size: PixelSize) throws(PhotoFault) -> DecodedPhoto

    /// How long it takes to play; nil if the file does not say.
    func length(_ path: String) -> Duration?

    /// Makes a player, paused at the first picture.
    ///
    /// - Parameter size: what the pictures should fit into, in device pixels, never enlarged.
    /// - Throws: as `poster`; what only decoding shows is the player's fault later.
    func player(_ path: String, fitting size: PixelSize) throws(PhotoFault) -> any VideoPlaying
}

/// Plays one video, with its sound, until it is released. Thread-safe; no function waits.
public protocol VideoPlaying: AnyObject, Sendable {
    var status: PlaybackStatus { get }

    /// The picture that is due, once; nil if it was taken already.
    func takePicture() -> VideoPicture?

    /// Plays on; at the end, from the beginning.
    func play()
    func pause()
    /// Goes to a time, whether paused or playing.
    func seek(to time: Duration)
    func setMuted(_ isMuted: Bool)

    /// Makes the pictures from now on fit into another size, in device pixels.
    func fit(_ size: PixelSize)
}

/// The state of a player.
public struct PlaybackStatus: Equatable, Sendable {
    /// Zero if the file does not say.
    public var length: Duration
    public var hasSound: Bool
    /// Whether it plays, or will when it can.
    public var isPlaying = false
    /// Everything was played.
    public var hasEnded = false
    /// Why it can't go on; it is paused then.
    public var fault: PhotoFault?

    public init(length: Duration, hasSound: Bool) { (self.length, self.hasSound) = (length, hasSound) }
}

/// A picture of a video.
public struct VideoPicture: Sendable {
    public let photo: DecodedPhoto
    /// When it is shown, from the start of the video.
    public let time: Duration

    public init(photo: DecodedPhoto, time: Duration) { (self.photo, self.time) = (photo, time) }
}

/// Reads the library's videos. Implemented by Recording.
///
/// Thread-safe. What decodes is loaded when it is needed first. Paths are of files that may be read; every function blocks
/// for some tens of milliseconds, and for some seconds where a disk is slow.
public protocol VideoReading: Sendable {
    /// The first picture, as large as fits; nil if there is none, or nothing decodes it.
    func poster(_ path: String, fitting size: PixelSize) -> DecodedPhoto?

    /// How long it takes to play; nil if the file does not say.
    func length(_ path: String) -> Duration?

    /// Makes a player, which stands still at the first picture.
    ///
    /// - Parameter size: what the pictures should fit into, in device pixels, never enlarged.
    /// - Throws: `.damaged`; `.unknownKind` if this computer can't decode it; `.failed`.
    func player(_ path: String, fitting size: PixelSize) throws(PhotoFault) -> any VideoPlaying
}

/// Plays one video, with its sound, until it is released. Thread-safe; no function waits.
public protocol VideoPlaying: AnyObject, Sendable {
    var status: PlaybackStatus { get }

    /// The picture that is due, once; nil if it was taken already.
    func takePicture() -> VideoPicture?

    /// Goes on, or begins again at the end.
    func play()
    func pause()
    /// Shows what is there at a time, standing still or not.
    func seek(to time: Duration)
    func setMuted(_ isMuted: Bool)

    /// Makes the pictures from now on fit into another size, in device pixels.
    func fit(_ size: PixelSize)
}

/// What a player does.
public struct PlaybackStatus: Equatable, Sendable {
    /// Zero where the file does not say.
    public var length: Duration
    public var hasSound: Bool
    /// Whether it is to go on as long as there is something.
    public var isPlaying = false
    /// Everything was played.
    public var hasEnded = false
    /// Why it can't go on; it stands still then.
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

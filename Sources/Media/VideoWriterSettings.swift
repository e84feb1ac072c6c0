public import CaptureCore

/// What kind of file a `VideoWriter` makes of what.
public struct VideoWriterSettings: Equatable, Sendable {
    /// How the file is arranged.
    public enum Container: Sendable, CaseIterable { case mp4, matroska, webm }

    /// What comes in as a picture.
    public enum Picture: Equatable, Sendable {
        /// Planes of Y, Cb and Cr, the latter two half as wide and high, in limited range; they are encoded.
        case raw(PixelSize, ColorDescription.Matrix, PictureEncoding)
        /// A camera's JPEG, which is not touched. For Matroska.
        case jpeg(PixelSize)
        /// A camera's H.264 with start codes, which is not touched. For MP4 and Matroska.
        case h264(PixelSize)

        public var size: PixelSize {
            switch self {
            case .raw(let size, _, _), .jpeg(let size), .h264(let size): size
            }
        }
    }

    public struct PictureEncoding: Equatable, Sendable {
        /// How much time x264 takes; VA-API and the others know nothing of it.
        public enum Speed: Int, Sendable, CaseIterable, Comparable {
            case ultrafast = 1
            case superfast = 2
            case veryfast = 3

            public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
        }

        public var encoder: PictureEncoder
        public var speed: Speed
        /// At most, over two seconds; x264 takes less for a quiet scene.
        public var bitsPerSecond: Int

        public init(encoder: PictureEncoder, speed: Speed, bitsPerSecond: Int) {
            self.encoder = encoder
            self.speed = speed
            self.bitsPerSecond = bitsPerSecond
        }

        /// 8 Mbit/s at 1920×1080 and 30 pictures a second. Four times the pixels take less than three times the bits:
        /// neighbours resemble each other more.
        public static func bitsPerSecond(for size: PixelSize, _ rate: FrameRate) -> Int {
            let pixels = Double(size.area) * rate.framesPerSecond / (1920 * 1080 * 30)
            let root = pixels.squareRoot()
            return max(200_000, Int(8_000_000 * root * root.squareRoot()))
        }
    }

    /// Interleaved samples of 16 bits, with the least significant byte first.
    public struct Sound: Equatable, Sendable {
        public enum Coding: Equatable, Sendable {
            /// As it comes. For Matroska.
            case samples
            case encoded(SoundEncoder)
        }

        /// Samples a second.
        public var rate: Int
        /// 1 or 2.
        public var channels: Int
        public var coding: Coding

        public init(rate: Int, channels: Int, coding: Coding) {
            (self.rate, self.channels, self.coding) = (rate, channels, coding)
        }
    }

    /// The file's metadata.
    public struct Tags: Equatable, Sendable {
        public var date: WallTime?
        public var camera: String?
        public var software: String?
        /// How a player has to turn the pictures. Matroska has no place for it.
        public var orientation: PhotoOrientation

        public init(
            date: WallTime? = nil, camera: String? = nil, software: String? = nil,
            orientation: PhotoOrientation = .upright
        ) {
            (self.date, self.camera, self.software) = (date, camera, software)
            self.orientation = orientation
        }
    }

    public var container: Container
    public var picture: Picture
    /// The most pictures that are expected in a second. The file has the time of each.
    public var rate: FrameRate
    public var sound: Sound?
    public var tags: Tags
    /// After how much of the video what was recorded is written, in MP4: so much may be lost.
    public var fragment: Duration = .milliseconds(350)

    public init(
        container: Container, picture: Picture, rate: FrameRate, sound: Sound? = nil, tags: Tags = Tags()
    ) {
        self.container = container
        self.picture = picture
        self.rate = rate
        self.sound = sound
        self.tags = tags
    }
}

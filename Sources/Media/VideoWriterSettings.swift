// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// The input and the output format of a `VideoWriter`.
public struct VideoWriterSettings: Equatable, Sendable {
    /// How the file is arranged.
    public enum Container: Sendable, CaseIterable { case mp4, matroska, webm }

    /// What comes in as a picture.
    public enum Picture: Equatable, Sendable {
        /// 4:2:0 planes of Y, Cb and Cr in limited range, which are encoded.
        case raw(PixelSize, ColorDescription.Matrix, PictureEncoding)
        /// A camera's JPEG, written as it is. For Matroska.
        case jpeg(PixelSize)
        /// A camera's H.264 with start codes, written as it is. For MP4 and Matroska.
        case h264(PixelSize)

        public var size: PixelSize {
            switch self {
            case .raw(let size, _, _), .jpeg(let size), .h264(let size): size
            }
        }
    }

    public struct PictureEncoding: Equatable, Sendable {
        /// How much time x264 takes; other encoders have no such setting.
        public enum Speed: Int, Sendable, CaseIterable, Comparable {
            case ultrafast = 1
            case superfast = 2
            case veryfast = 3

            public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
        }

        public var encoder: PictureEncoder
        public var speed: Speed
        /// The maximum over two seconds; x264 uses less for a quiet scene.
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
            /// Uncompressed. For Matroska.
            case samples
            case encoded(SoundEncoder)
        }

        /// Samples per second.
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
        /// How a player has to turn the pictures. Matroska can't store it.
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
    /// The highest rate expected; the file has the time of each picture.
    public var rate: FrameRate
    public var sound: Sound?
    public var tags: Tags
    /// The length of MP4 fragments: this much may be lost.
    public var fragment: Duration = .milliseconds(350)
    /// Whether each picture is on the disk when it is encoded, and does not wait for later ones, which may come minutes later.
    /// Costs some processor time and, in MP4, some 300 bytes a picture until the file is finished.
    public var writesEachPicture = false

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

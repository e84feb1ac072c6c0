// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// Everything found out about this computer.
///
/// Other modules gather them, each for its part of the system; `Diagnosis` draws the conclusions.
public struct DiagnosisFacts: Equatable, Sendable {
    public var desktop: DesktopFacts
    public var camera: CameraAccess
    public var library: LibraryAccess
    /// Every video node, cameras or not; empty if they are hidden, as in a sandbox.
    public var nodes: [NodeFacts] = []
    /// How many cameras only PipeWire has; nil if it was not asked, because the camera is not allowed yet.
    public var mediaCameras: Int? = 0
    /// A bare sensor's receiver; nil on most computers.
    public var sensor: SensorFacts?
    /// nil outside of a sandbox, which does not need it.
    public var media: MediaFacts?
    public var cameras: [CameraFacts] = []
    /// The requested camera, if it does not exist.
    public var missingCamera: String?
    public var encoders: EncoderFacts
    public var folders: [FolderFacts] = []
    /// Removes what must not be in any report.
    public var scrubber: Scrubber

    public init(
        desktop: DesktopFacts, camera: CameraAccess, library: LibraryAccess, encoders: EncoderFacts,
        scrubber: Scrubber
    ) {
        self.desktop = desktop
        self.camera = camera
        self.library = library
        self.encoders = encoders
        self.scrubber = scrubber
    }
}

/// A sandbox's connection to the cameras.
public enum MediaFacts: Equatable, Sendable {
    /// Not tried, without permission.
    case notAllowed
    case connected(cameras: Int)
    case failed(CameraError)
}

/// The kinds of photo that can be made and opened, with the library's message for one that can't.
public struct EncoderFacts: Equatable, Sendable {
    /// nil when it works.
    public var jpegFailure: String?
    /// nil when it works.
    public var heicFailure: String?
    /// Whether a program of the desktop opens HEIC photos; nil if there is no desktop to ask, as in a sandbox.
    public var opensHEIC: Bool?

    /// nil if it is not known.
    public var video: VideoAbility?
    /// The number of videos whose compression failed.
    public var largeVideos = 0

    public init(
        jpegFailure: String? = nil, heicFailure: String? = nil, opensHEIC: Bool? = nil,
        video: VideoAbility? = nil
    ) {
        self.jpegFailure = jpegFailure
        self.heicFailure = heicFailure
        self.opensHEIC = opensHEIC
        self.video = video
    }
}

/// The videos that can be made here.
public enum VideoAbility: Equatable, Sendable {
    case standard
    /// Only WebM, because these packages are missing.
    case webM(missing: [String])
    /// None but the camera's own pictures, because these packages are missing.
    case original(missing: [String])
}

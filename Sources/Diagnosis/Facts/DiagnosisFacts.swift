public import CaptureCore

/// Everything that was found out about this computer, before anything is concluded from it.
///
/// Gathered by the modules that own each side of the world; `Diagnosis` makes findings of it.
public struct DiagnosisFacts: Equatable, Sendable {
    public var desktop: DesktopFacts
    public var camera: CameraAccess
    public var library: LibraryAccess
    /// Every video node there is, cameras or not; empty where they are hidden, as in a sandbox.
    public var nodes: [NodeFacts] = []
    /// nil outside of a sandbox, where nobody needs it.
    public var media: MediaFacts?
    public var cameras: [CameraFacts] = []
    /// The camera that was asked for, where there is none such.
    public var missingCamera: String?
    public var encoders: EncoderFacts
    public var folders: [FolderFacts] = []
    /// What must not be in any report.
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

/// The connection to the cameras that a sandbox has.
public enum MediaFacts: Equatable, Sendable {
    /// Not tried: without permission nothing is asked.
    case notAllowed
    case connected(cameras: Int)
    case failed(CameraError)
}

/// Which kinds of photo can be made; with what the library said where one can't.
public struct EncoderFacts: Equatable, Sendable {
    /// nil when it works.
    public var jpegFailure: String?
    /// nil when it works.
    public var heicFailure: String?

    public init(jpegFailure: String? = nil, heicFailure: String? = nil) {
        self.jpegFailure = jpegFailure
        self.heicFailure = heicFailure
    }
}

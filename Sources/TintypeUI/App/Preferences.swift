// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
public import Platform

/// The person's choices, typed. An unknown stored value reads as the default.
public final class Preferences {
    /// Whether the viewfinder is a mirror.
    enum Mirror: String, CaseIterable {
        case automatic = "auto"
        case always = "on"
        case never = "off"
    }

    private let settings: Settings?

    /// - Parameter settings: nil if the schema is not installed: defaults then, and nothing is stored.
    public init(settings: Settings?) { self.settings = settings }

    /// The mode of the last session.
    var mode: ShootingMode {
        get { ShootingMode(stored: settings?.string("last-shooting-mode") ?? "") }
        set { settings?.set("last-shooting-mode", newValue.rawValue) }
    }

    /// The camera that was used last.
    public internal(set) var lastCamera: CameraID? {
        get {
            settings.map { $0.string("last-camera") }.flatMap { $0.isEmpty ? nil : CameraID(rawValue: $0) }
        }
        set { settings?.set("last-camera", newValue?.rawValue ?? "") }
    }

    public internal(set) var photoFormat: PhotoFormat {
        get { PhotoFormat(stored: settings?.string("photo-format") ?? "") }
        set { settings?.set("photo-format", newValue.rawValue) }
    }

    /// Whether the person decided about the format, or has seen that no program opens HEIC.
    var hasDecidedAboutHEIC: Bool {
        guard let settings else { return true }
        return settings.boolean("heic-hint-shown") || settings.isSet("photo-format")
    }

    func noteHEICHint() { settings?.set("heic-hint-shown", true) }

    /// 1…100.
    public internal(set) var photoQuality: Int {
        get { settings?.int("photo-quality") ?? 88 }
        set { settings?.set("photo-quality", min(100, max(1, newValue))) }
    }

    var mirror: Mirror {
        get { Mirror(rawValue: settings?.string("mirror-preview") ?? "") ?? .automatic }
        set { settings?.set("mirror-preview", newValue.rawValue) }
    }

    /// Values set by hand in Pro.
    var proValues: ProValues {
        get { ProValues(lines: settings?.strings("pro-values") ?? []) }
        set { settings?.set("pro-values", newValue.lines) }
    }

    /// The mode chosen for each camera.
    public internal(set) var modes: PreferredModes {
        get { PreferredModes(lines: settings?.strings("camera-modes") ?? []) }
        set { settings?.set("camera-modes", newValue.lines) }
    }

    /// Pro's presets.
    var presets: ProPresets {
        get { ProPresets(lines: settings?.strings("pro-presets") ?? []) }
        set { settings?.set("pro-presets", newValue.lines) }
    }

    /// Bursts that are no longer shown as stacks.
    var keptBursts: KeptBursts {
        get { KeptBursts(lines: settings?.strings("kept-bursts") ?? []) }
        set { settings?.set("kept-bursts", newValue.lines) }
    }

    /// Seconds from the press to the photo; 0 for none.
    var selfTimer: Int {
        get { settings?.int("self-timer") ?? 0 }
        set { settings?.set("self-timer", newValue) }
    }

    /// Whether a photo is the sharpest frame around the press, and not the one that was seen.
    var takesBestMoment: Bool {
        get { settings?.boolean("best-moment") ?? false }
        set { settings?.set("best-moment", newValue) }
    }

    var playsShutterSound: Bool {
        get { settings?.boolean("shutter-sound") ?? true }
        set { settings?.set("shutter-sound", newValue) }
    }

    /// Whether "Scan Latest Screenshot" looks for a screenshot by itself.
    var scansScreenshots: Bool {
        get { settings?.boolean("scan-screenshots") ?? true }
        set { settings?.set("scan-screenshots", newValue) }
    }

    // MARK: Videos

    /// The wanted format of videos.
    public internal(set) var videoFormat: VideoFormat {
        get { VideoFormat(rawValue: settings?.string("video-format") ?? "") ?? .standard }
        set { settings?.set("video-format", newValue.rawValue) }
    }

    /// Where the sound of videos comes from.
    public internal(set) var soundChoice: SoundChoice {
        get {
            switch settings?.string("microphone") ?? "" {
            case "": .automatic
            case "none": .silent
            case let id: .microphone(id: id)
            }
        }
        set {
            switch newValue {
            case .automatic: settings?.set("microphone", "")
            case .silent: settings?.set("microphone", "none")
            case .microphone(let id): settings?.set("microphone", id)
            }
        }
    }

    /// The gain of a video's sound over the microphone's, in decibels; -20…20.
    var soundGain: Int {
        get { settings?.int("microphone-gain") ?? 0 }
        set { settings?.set("microphone-gain", newValue) }
    }

    /// The length after which a recording ends by itself; nil for never.
    var videoLimit: Duration? {
        get {
            let minutes = settings?.int("video-limit") ?? 0
            return minutes > 0 ? .seconds(minutes * 60) : nil
        }
        set { settings?.set("video-limit", Int((newValue?.components.seconds ?? 0) / 60)) }
    }

    /// Logical pixels; GTK enforces a window's minimum.
    var windowSize: PixelSize {
        get {
            PixelSize(
                width: settings?.int("window-width") ?? 960, height: settings?.int("window-height") ?? 708)
        }
        set {
            settings?.set("window-width", newValue.width)
            settings?.set("window-height", newValue.height)
        }
    }

    var isMaximized: Bool {
        get { settings?.boolean("window-maximized") ?? false }
        set { settings?.set("window-maximized", newValue) }
    }

    /// The folder whose sign, that photos go there alone, was dismissed.
    var dismissedLibraryFolder: String? {
        get { settings.map { $0.string("limited-library-dismissed") }.flatMap { $0.isEmpty ? nil : $0 } }
        set { settings?.set("limited-library-dismissed", newValue ?? "") }
    }

    /// Calls `body` after each change of the mirroring, from any program, as long as the connection is kept.
    func onMirrorChange(_ body: @escaping @MainActor () -> Void) -> SignalConnection? {
        settings?.onChange(of: "mirror-preview", body)
    }

    /// The same for `takesBestMoment`.
    func onBestMomentChange(_ body: @escaping @MainActor () -> Void) -> SignalConnection? {
        settings?.onChange(of: "best-moment", body)
    }

    /// Whether a camera's preview is mirrored.
    func mirrors(_ camera: CameraInfo) -> Bool { mirror.applies(to: camera) }

    // MARK: How frames become photos, and what every camera is asked for

    /// Whether photos are mirrored.
    var photoMirror: Mirror {
        get { Mirror(rawValue: settings?.string("mirror-photos") ?? "") ?? .never }
        set { settings?.set("mirror-photos", newValue.rawValue) }
    }

    public func mirrorsPhotos(of camera: CameraInfo) -> Bool { photoMirror.applies(to: camera) }

    /// The shape of viewfinder and photos.
    var aspect: AspectRatio {
        get { AspectRatio(rawValue: settings?.string("aspect-ratio") ?? "") ?? .native }
        set { settings?.set("aspect-ratio", newValue.rawValue) }
    }

    /// How a frame of this size becomes a photo without zoom.
    public func photoFraming(of frame: PixelSize, _ camera: CameraInfo) -> PhotoFraming {
        let portion = Framing(aspect: aspect).portion(of: frame)
        return PhotoFraming(
            portion: portion.size == frame ? nil : portion, isMirrored: photoMirror.applies(to: camera))
    }

    /// How a frame seen as in this picture becomes a photo or a video.
    func photoFraming(of picture: Picture?, _ camera: CameraInfo) -> PhotoFraming {
        let isWhole = picture.map { $0.portion.size == $0.frameSize } ?? true
        return PhotoFraming(
            portion: isWhole ? nil : picture?.portion, isMirrored: photoMirror.applies(to: camera))
    }

    /// The pixels of an 8K screen.
    private static let maximumPixels = 7680 * 4320

    /// The viewfinder's likely first target: its last one.
    ///
    /// Pictures made for it before there is a window are ready for the window's first frame.
    public internal(set) var expectedTarget: ViewfinderTarget {
        get {
            var size = PixelSize(
                width: settings?.int("viewfinder-width") ?? 0,
                height: settings?.int("viewfinder-height") ?? 0)
            // Settings can contain any number; a picture takes four bytes a pixel.
            if size.width * size.height > Self.maximumPixels { size = PixelSize(width: 0, height: 0) }
            let isMirrored = settings?.boolean("viewfinder-mirrored") ?? false
            return ViewfinderTarget(view: size, isMirrored: isMirrored, framing: Framing(aspect: aspect))
        }
        set {
            settings?.set("viewfinder-width", newValue.view.width)
            settings?.set("viewfinder-height", newValue.view.height)
            settings?.set("viewfinder-mirrored", newValue.isMirrored)
        }
    }

    /// Compensation for the flicker of lamps.
    var antiFlicker: AntiFlicker {
        get { AntiFlicker(rawValue: settings?.string("anti-flicker") ?? "") ?? .byRegion }
        set { settings?.set("anti-flicker", newValue.rawValue) }
    }

    /// Whether the camera may show fewer frames in the dark.
    var lowLight: LowLight {
        get { LowLight(rawValue: settings?.string("low-light") ?? "") ?? .camera }
        set { settings?.set("low-light", newValue.rawValue) }
    }

    /// Calls `body` after each change of these preferences or the modes, from any program, as long as the connections
    /// are kept.
    func onCameraDefaultsChange(_ body: @escaping @MainActor () -> Void) -> [SignalConnection] {
        ["anti-flicker", "low-light", "camera-modes"].compactMap { settings?.onChange(of: $0, body) }
    }

    /// The settings that every camera gets when it is opened.
    public var cameraDefaults: CameraDefaults {
        CameraDefaults(antiFlicker: antiFlicker, country: Region.country, lowLight: lowLight)
    }

    // MARK: Which of Pro's assistants are on

    /// What the histogram counts.
    enum HistogramKind: String, CaseIterable {
        case off, luma, rgb
    }

    var hasPeaking: Bool {
        get { settings?.boolean("focus-peaking") ?? false }
        set { settings?.set("focus-peaking", newValue) }
    }

    var hasZebra: Bool {
        get { settings?.boolean("zebra") ?? false }
        set { settings?.set("zebra", newValue) }
    }

    var histogram: HistogramKind {
        get { HistogramKind(rawValue: settings?.string("histogram") ?? "") ?? .off }
        set { settings?.set("histogram", newValue.rawValue) }
    }

    var grid: CompositionGrid {
        get { CompositionGrid(rawValue: settings?.string("grid") ?? "") ?? .off }
        set { settings?.set("grid", newValue.rawValue) }
    }

    var hasLevel: Bool {
        get { settings?.boolean("level") ?? false }
        set { settings?.set("level", newValue) }
    }

    var hasLoupe: Bool {
        get { settings?.boolean("focus-loupe") ?? true }
        set { settings?.set("focus-loupe", newValue) }
    }
}

extension Preferences.Mirror {
    fileprivate func applies(to camera: CameraInfo) -> Bool {
        switch self {
        case .automatic: camera.isMirroredByDefault
        case .always: true
        case .never: false
        }
    }
}

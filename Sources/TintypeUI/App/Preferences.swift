public import CaptureCore
public import GLibBridge

/// The person's choices, typed. An unknown stored value reads as the default.
public final class Preferences {
    /// Whether the viewfinder is a mirror.
    enum Mirror: String, CaseIterable {
        case automatic = "auto"
        case always = "on"
        case never = "off"
    }

    let settings: Settings?

    /// - Parameter settings: nil where the schema is not installed: defaults then, and nothing is stored.
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

    /// 1…100.
    public internal(set) var photoQuality: Int {
        get { settings?.int("photo-quality") ?? 88 }
        set { settings?.set("photo-quality", min(100, max(1, newValue))) }
    }

    var mirror: Mirror {
        get { Mirror(rawValue: settings?.string("mirror-preview") ?? "") ?? .automatic }
        set { settings?.set("mirror-preview", newValue.rawValue) }
    }

    /// What was set by hand in Pro.
    var proValues: ProValues {
        get { ProValues(lines: settings?.strings("pro-values") ?? []) }
        set { settings?.set("pro-values", newValue.lines) }
    }

    /// In which mode each camera is to stream.
    public internal(set) var modes: ModeWishes {
        get { ModeWishes(lines: settings?.strings("camera-modes") ?? []) }
        set { settings?.set("camera-modes", newValue.lines) }
    }

    /// What was saved in Pro under a name.
    var presets: ProPresets {
        get { ProPresets(lines: settings?.strings("pro-presets") ?? []) }
        set { settings?.set("pro-presets", newValue.lines) }
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
}

extension Preferences.Mirror {
    func applies(to camera: CameraInfo) -> Bool {
        switch self {
        case .automatic: camera.isMirroredByDefault
        case .always: true
        case .never: false
        }
    }
}

public import CaptureCore
internal import GLibBridge

/// How frames become photos, and what every camera is asked for.
extension Preferences {
    var photoMirror: Mirror {
        get { Mirror(rawValue: settings?.string("mirror-photos") ?? "") ?? .never }
        set { settings?.set("mirror-photos", newValue.rawValue) }
    }

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

    /// The pixels of an 8K screen.
    private static let mostPixels = 7680 * 4320

    /// The viewfinder's likely first target: its last one.
    ///
    /// Pictures made for it before there is a window are ready for the window's first frame.
    public internal(set) var expectedTarget: ViewfinderTarget {
        get {
            var size = PixelSize(
                width: settings?.int("viewfinder-width") ?? 0,
                height: settings?.int("viewfinder-height") ?? 0)
            // Settings can contain any number; a picture takes four bytes a pixel.
            if size.width * size.height > Self.mostPixels { size = PixelSize(width: 0, height: 0) }
            let isMirrored = settings?.boolean("viewfinder-mirrored") ?? false
            return ViewfinderTarget(view: size, isMirrored: isMirrored, framing: Framing(aspect: aspect))
        }
        set {
            settings?.set("viewfinder-width", newValue.view.width)
            settings?.set("viewfinder-height", newValue.view.height)
            settings?.set("viewfinder-mirrored", newValue.isMirrored)
        }
    }

    /// Against the flicker of lamps.
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
    func onHabitsChange(_ body: @escaping @MainActor () -> Void) -> [SignalConnection] {
        ["anti-flicker", "low-light", "camera-modes"].compactMap { settings?.onChange(of: $0, body) }
    }

    /// What every camera is asked for when it is opened.
    public var habits: CameraHabits {
        CameraHabits(antiFlicker: antiFlicker, country: Region.country, lowLight: lowLight)
    }
}

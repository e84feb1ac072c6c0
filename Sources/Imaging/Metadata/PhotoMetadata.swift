public import CaptureCore

/// What a photo's file says about it: only what is known, and nothing about the place, the machine or the person.
public struct PhotoMetadata: Equatable, Sendable {
    /// When the frame was captured.
    public var time: WallTime
    /// The camera's maker, where its name begins with one.
    public var make: String?
    /// The camera's own name.
    public var model: String
    /// The program and its version.
    public var software: String
    /// The photo in pixels.
    public var size: PixelSize
    /// Whether the file has luma only.
    public var isGrey = false
    /// How a viewer has to turn the picture.
    public var orientation: PhotoOrientation
    /// What the device said of itself for this frame.
    public var measured: MeasuredSettings

    /// The facts of a shot.
    public init(_ shot: Shot, size: PixelSize, software: String) {
        time = shot.time
        model = Self.singleName(shot.camera.name)
        make = Self.maker(of: shot.camera.name)
        self.software = software
        self.size = size
        orientation = shot.orientation
        measured = shot.measured
    }

    /// The kernel writes a UVC camera's name as "product: interface", and drivers often repeat the one in the other:
    /// "Integrated Camera: Integrated C".
    static func singleName(_ name: String) -> String {
        let parts = name.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let product = parts.first else { return name }
        let interface = parts[1].drop { $0 == " " }
        return product.hasPrefix(interface) ? String(product) : name
    }

    /// Makers whose webcams carry their name; anything else would be a guess.
    private static let makers = [
        "Anker", "AVerMedia", "Canon", "Creative", "Dell", "Elgato", "HP", "Insta360", "Lenovo", "Logitech",
        "Microsoft", "OBSBOT", "Razer", "Sony",
    ]

    static func maker(of name: String) -> String? {
        guard let first = name.split(whereSeparator: { $0 == " " || $0 == "®" }).first else { return nil }
        return makers.first { $0.lowercased() == first.lowercased() }
    }
}

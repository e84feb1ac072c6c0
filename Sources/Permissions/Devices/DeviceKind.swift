/// A kind of device that needs the person's permission.
public protocol DeviceKind: Sendable {
    /// The desktop's word for it: the id in table `devices` of the permission store, the end of the privacy key
    /// (`disable-…`), the name of the panel in GNOME's settings, and the beginning of our own settings' keys.
    static var id: String { get }
}

public enum CameraKind: DeviceKind {
    public static let id = "camera"
}

public enum MicrophoneKind: DeviceKind {
    public static let id = "microphone"
}

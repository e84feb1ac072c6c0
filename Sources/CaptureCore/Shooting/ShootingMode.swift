// SPDX-License-Identifier: GPL-3.0-or-later
/// Who decides about exposure, colour and focus: the camera, or the photographer.
public enum ShootingMode: String, Sendable, CaseIterable {
    case automatic = "auto"
    case professional = "pro"

    /// Reads a stored value; anything unknown means Auto.
    public init(stored: String) { self = ShootingMode(rawValue: stored) ?? .automatic }
}

/// The kind of file a photo becomes.
public enum PhotoFormat: String, Sendable, CaseIterable {
    /// High Efficiency: HEVC in HEIF, about half the bytes of JPEG.
    case heic
    /// Most compatible.
    case jpeg

    /// Reads a stored value; anything unknown means HEIC.
    public init(stored: String) { self = PhotoFormat(rawValue: stored) ?? .heic }

    /// The format that a file name's extension asks for; nil if it leaves that open.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[dot...].lowercased() {
        case ".jpg", ".jpeg": self = .jpeg
        case ".heic", ".heif", ".hif": self = .heic
        default: return nil
        }
    }

    /// Without the dot.
    public var fileExtension: String { self == .heic ? "heic" : "jpg" }
}

// SPDX-License-Identifier: GPL-3.0-or-later
/// The modes that end a camera, or the service behind it, as soon as it streams in them.
///
/// Two ends in a mode may be chance or a plug; then it is not asked for again in this session. A camera of which this is known
/// gets no second chance in its other modes. A rate makes no difference: size and format do.
public struct FatalModes: Equatable, Sendable {
    /// A stream that has lasted this long does not end by its mode.
    public static let moment: Duration = .seconds(2)
    private static let chances = 2

    private struct Shape: Hashable {
        let format: PixelFormat
        let size: PixelSize

        init(_ mode: CaptureMode) { (format, size) = (mode.format, mode.size) }
    }

    private var ends: [CameraID: [Shape: Int]] = [:]
    /// In the order in which they were found out.
    private var known: [CameraID: [CaptureMode]] = [:]

    public init() {}

    /// The camera went away while it was asked for this mode, or within a `moment` of its stream.
    public mutating func note(_ mode: CaptureMode, ended camera: CameraID) {
        let count = ends[camera]?[Shape(mode), default: 0] ?? 0
        ends[camera, default: [:]][Shape(mode)] = count + 1
        guard !contains(mode, of: camera), count + 1 >= Self.chances || known[camera] != nil else { return }
        known[camera, default: []].append(mode)
    }

    /// Those of a camera, the first to be found out first.
    public subscript(camera: CameraID) -> [CaptureMode] { known[camera] ?? [] }

    private func contains(_ mode: CaptureMode, of camera: CameraID) -> Bool {
        self[camera].contains { Shape($0) == Shape(mode) }
    }
}

/// The mode that a camera is asked for, and those that it is not.
public struct ModeRequest: Equatable, Sendable {
    /// Tried first, if the camera has it; nil for none.
    public var preferred: CaptureMode?
    /// Not tried, at any rate, as long as there is another.
    public var avoided: [CaptureMode]

    public init(_ preferred: CaptureMode? = nil, avoiding avoided: [CaptureMode] = []) {
        (self.preferred, self.avoided) = (preferred, avoided)
    }

    /// Leaves out what is avoided, where that leaves anything.
    public func allowed(_ offers: [ModeOffer]) -> [ModeOffer] {
        guard !avoided.isEmpty else { return offers }
        let rest = offers.filter { offer in
            !avoided.contains { $0.format == offer.format && $0.size == offer.size }
        }
        return rest.isEmpty ? offers : rest
    }
}

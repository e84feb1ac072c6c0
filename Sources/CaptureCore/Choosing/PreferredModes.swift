// SPDX-License-Identifier: GPL-3.0-or-later
/// The mode in which each physical camera is to stream; Tintype chooses for those that are not listed.
///
/// Kept as text, one line a camera: `ID|MJPG 1280x720 30/1`. Unreadable lines are dropped.
public struct PreferredModes: Equatable, Sendable {
    private var modes: [CameraID: CaptureMode] = [:]

    public init() {}

    public init(lines: [String]) {
        for line in lines {
            guard let bar = line.lastIndex(of: "|"),
                let mode = CaptureMode(stored: line[line.index(after: bar)...])
            else { continue }
            modes[CameraID(rawValue: String(line[..<bar]))] = mode
        }
    }

    /// For storing; sorted, so that equal modes are equal text.
    public var lines: [String] { modes.map { "\($0.key.rawValue)|\($0.value.stored)" }.sorted() }

    /// The mode of a camera, also of one that is plugged into another port; nil for Automatic.
    ///
    /// - Parameter cameras: those that are there, which keep their own.
    public subscript(camera: CameraInfo, among cameras: [CameraInfo]) -> CaptureMode? {
        get { modes[former(camera, cameras) ?? camera.id] }
        set {
            if let former = former(camera, cameras) { modes[former] = nil }
            modes[camera.id] = newValue
        }
    }

    private func former(_ camera: CameraInfo, _ cameras: [CameraInfo]) -> CameraID? {
        CameraID.former(of: camera, among: modes.keys, shared: cameras.ambiguous)
    }

    /// nil for Automatic.
    public subscript(camera: CameraID) -> CaptureMode? {
        get { modes[camera] }
        set { modes[camera] = newValue }
    }
}

extension CaptureMode {
    fileprivate var stored: String { "\(format) \(size) \(rate.numerator)/\(rate.denominator)" }

    fileprivate init?(stored text: Substring) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[0].utf8.count == 4 else { return nil }
        let sides = words[1].split(separator: "x").compactMap { Int($0) }
        let fraction = words[2].split(separator: "/").compactMap { UInt32($0) }
        guard sides.count == 2, fraction.count == 2,
            let rate = FrameRate(numerator: fraction[0], denominator: fraction[1])
        else { return nil }
        let size = PixelSize(width: sides[0], height: sides[1])
        guard !size.isEmpty else { return nil }
        let code = words[0].utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        self.init(format: PixelFormat(rawValue: code), size: size, rate: rate)
    }
}

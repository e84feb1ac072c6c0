// SPDX-License-Identifier: GPL-3.0-or-later
/// What a photographer has set by hand, for each physical camera.
///
/// Kept as text, one line a camera: `ID|control=value,control=value`, controls by their number. Lines that can't be
/// read are dropped, and so are speeds, which earlier versions stored.
public struct ProValues: Equatable, Sendable {
    private var values: [CameraID: [ControlID: Int64]] = [:]

    public init() {}

    public init(lines: [String]) {
        for line in lines {
            guard let bar = line.lastIndex(of: "|") else { continue }
            let camera = CameraID(rawValue: String(line[..<bar]))
            for pair in line[line.index(after: bar)...].split(separator: ",") {
                let parts = pair.split(separator: "=")
                guard parts.count == 2, let control = UInt32(parts[0]).map(ControlID.init(rawValue:)),
                    let value = Int64(parts[1]), !ControlID.speeds.contains(control)
                else { continue }
                values[camera, default: [:]][control] = value
            }
        }
    }

    /// For storing; sorted, so that equal values are equal text.
    public var lines: [String] {
        values.filter { !$0.value.isEmpty }.map { camera, controls in
            let pairs = controls.map { "\($0.key.rawValue)=\($0.value)" }.sorted()
            return camera.rawValue + "|" + pairs.joined(separator: ",")
        }.sorted()
    }

    /// What was set by hand on this camera.
    public subscript(camera: CameraID) -> [ControlID: Int64] {
        get { values[camera] ?? [:] }
        set { values[camera] = newValue }
    }

    /// The requests that restore what was set on this camera, for controls it still has.
    public func requests(for camera: CameraID, _ readings: [ControlReading]) -> [ControlRequest] {
        Self.requests(for: self[camera], readings)
    }

    /// The requests that set these values, clamped to the camera's ranges.
    public static func requests(for values: [ControlID: Int64], _ readings: [ControlReading])
        -> [ControlRequest]
    {
        let dials = Dial.all(from: readings)
        let dialled: [ControlRequest] = dials.compactMap { dial in
            values[dial.control].map { .manual(dial, $0.clamped(to: dial.range)) }
        }
        let others: [ControlRequest] = OtherControls.settings(in: readings).compactMap { control in
            values[control.id].flatMap { control.possible($0) }.map { .set(control.id, $0) }
        }
        return dialled + others
    }

    /// Remembers a dial's value, or forgets it when the dial becomes automatic. What is no setting is not remembered.
    ///
    /// - Parameter readings: of the camera's controls.
    public mutating func note(_ request: ControlRequest, on camera: CameraID, _ readings: [ControlReading]) {
        switch request {
        case .manual(let dial, let value): values[camera, default: [:]][dial.control] = value
        case .automatic(let dial):
            // Shutter and gain share a switch: returning one returns both.
            let shared = dial.kind == .shutter || dial.kind == .gain
            for kind in shared ? [.shutter, .gain] : [dial.kind] { values[camera]?[kind.control] = nil }
        case .set(let control, let value):
            let isSetting = readings.first { $0.descriptor.id == control }?.descriptor.isSetting
            if isSetting ?? false { values[camera, default: [:]][control] = value }
        case .standard(let control, _): values[camera]?[control] = nil
        case .press: break
        }
    }
}

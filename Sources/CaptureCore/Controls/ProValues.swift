// SPDX-License-Identifier: GPL-3.0-or-later
/// What a photographer has set by hand, for each physical camera.
///
/// Kept as text, one line a camera: `ID|control=value,control=value`, controls by their number. Lines that can't be
/// read are dropped, and so are speeds, which earlier versions stored. And a line `twins|PORTABLE` for what several cameras
/// had as their `CameraInfo.portable`.
public struct ProValues: Equatable, Sendable {
    private static let twins = "twins|"

    private var values: [CameraID: [ControlID: Int64]] = [:]
    /// What tells no camera from another, since several had it at one time.
    private var shared: Set<String> = []

    public init() {}

    public init(lines: [String]) {
        for line in lines {
            if line.hasPrefix(Self.twins) {
                shared.insert(String(line.dropFirst(Self.twins.count)))
                continue
            }
            guard let bar = line.lastIndex(of: "|") else { continue }
            let camera = CameraID(rawValue: String(line[..<bar]))
            for pair in line[line.index(after: bar)...].split(separator: ",") {
                let parts = pair.split(separator: "=")
                guard parts.count == 2, let control = UInt32(parts[0]).map(ControlID.init(rawValue:)),
                    let value = Int64(parts[1]), !ControlID.movements.contains(control)
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
        }.sorted() + shared.sorted().map { Self.twins + $0 }
    }

    /// Remembers which of these cameras, which are there at one time, can't be told from another by their serial number.
    public mutating func note(_ cameras: [CameraInfo]) { shared.formUnion(cameras.ambiguous) }

    /// What was set on this camera at another port is its own from now on.
    public mutating func follow(_ camera: CameraInfo) {
        guard let former = former(of: camera, among: values.filter { !$0.value.isEmpty }.map(\.key)) else {
            return
        }
        values[camera.id] = values.removeValue(forKey: former)
    }

    /// As `CameraID.former`.
    func former(of camera: CameraInfo, among ids: some Collection<CameraID>) -> CameraID? {
        CameraID.former(of: camera, among: ids, shared: shared)
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

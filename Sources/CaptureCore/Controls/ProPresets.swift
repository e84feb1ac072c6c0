// SPDX-License-Identifier: GPL-3.0-or-later
/// Settings that a photographer has saved under a name, for each physical camera.
///
/// Kept as text, one line a preset: the camera's id, a tab, the name, a tab, and `control=value` pairs with commas, controls
/// by their number. Lines that can't be read are dropped.
public struct ProPresets: Equatable, Sendable {
    public struct Preset: Equatable, Sendable {
        fileprivate(set) var camera: CameraID
        public let name: String
        public let values: [ControlID: Int64]

        /// The requests that set exactly this preset: its values by hand, everything else automatic.
        ///
        /// - Parameter setByHand: values set by hand that the readings may not have yet.
        public func requests(for readings: [ControlReading], setByHand: [ControlID: Int64])
            -> [ControlRequest]
        {
            let readings = readings.asSet(by: setByHand)
            let free: [ControlRequest] = Dial.all(from: readings).compactMap { dial in
                guard values[dial.control] == nil else { return nil }
                let isFree = dial.automatic == nil ? dial.value == dial.defaultValue : dial.isAutomatic
                return isFree ? nil : .automatic(dial)
            }
            let others = OtherControls.settings(in: readings)
            let standard: [ControlRequest] = setByHand.keys.compactMap { control in
                guard values[control] == nil, let found = others.first(where: { $0.id == control }) else {
                    return nil
                }
                return .standard(control, found.defaultValue)
            }
            // Automatic modes come first: two dials can share a switch, which the other one then needs manual.
            return free + standard + ProValues.requests(for: values, readings)
        }
    }

    private var all: [Preset] = []
    /// Longer names don't fit a menu.
    private static let longestName = 60

    public init() {}

    public init(lines: [String]) {
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            save(
                String(fields[1]), for: CameraID(rawValue: String(fields[0])),
                ProValues(lines: ["x|" + fields[2]])[CameraID(rawValue: "x")])
        }
    }

    /// For storing.
    public var lines: [String] {
        all.map { preset in
            let pairs = preset.values.map { "\($0.key.rawValue)=\($0.value)" }.sorted()
            return [preset.camera.rawValue, preset.name, pairs.joined(separator: ",")].joined(separator: "\t")
        }
    }

    /// What was saved for this camera at another port is its own from now on.
    ///
    /// - Parameter values: know which serial numbers several cameras share.
    public mutating func follow(_ camera: CameraInfo, _ values: ProValues) {
        guard let former = values.former(of: camera, among: Set(all.map(\.camera))) else { return }
        for index in all.indices where all[index].camera == former { all[index].camera = camera.id }
    }

    /// In the order of their names.
    public func presets(for camera: CameraID) -> [Preset] {
        all.filter { $0.camera == camera }.sorted { $0.name < $1.name }
    }

    /// Saves a preset, replacing one of the same name.
    ///
    /// - Returns: false if the name is empty.
    @discardableResult
    public mutating func save(_ name: String, for camera: CameraID, _ values: [ControlID: Int64]) -> Bool {
        guard let name = Self.cleaned(name) else { return false }
        delete(name, for: camera)
        all.append(Preset(camera: camera, name: name, values: values))
        return true
    }

    public mutating func delete(_ name: String, for camera: CameraID) {
        all.removeAll { $0.camera == camera && $0.name == name }
    }

    /// A name without characters that a line can't hold, and without surrounding blanks; nil if nothing is left.
    private static func cleaned(_ name: String) -> String? {
        let plain = name.map { $0.isNewline || $0 == "\t" ? " " : $0 }
        let words = String(plain).split(separator: " ").joined(separator: " ").prefix(longestName)
        return words.isEmpty ? nil : String(words)
    }
}

extension [ControlReading] {
    /// The readings as they will be after these writes.
    fileprivate func asSet(by hand: [ControlID: Int64]) -> [ControlReading] {
        var values = hand
        for dial in Dial.all(from: self) where hand[dial.control] != nil {
            if let automatic = dial.automatic { values[automatic.control] = automatic.manual }
        }
        return map { ControlReading(descriptor: $0.descriptor, value: values[$0.descriptor.id] ?? $0.value) }
    }
}

extension ProValues {
    /// What is set by hand now: on the dials, in the camera, and in requests since.
    public static func present(
        on camera: CameraID, _ readings: [ControlReading], requested: ProValues
    ) -> [ControlID: Int64] {
        var values: [ControlID: Int64] = [:]
        for dial in Dial.all(from: readings) {
            let isFree = dial.automatic == nil ? dial.value == dial.defaultValue : dial.isAutomatic
            if !isFree { values[dial.control] = dial.value }
        }
        return values.merging(requested[camera]) { _, requested in requested }
    }
}

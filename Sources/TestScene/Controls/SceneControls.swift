// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Glibc

/// The values of the scene's controls, and the rules for writing them, which are those of the uvcvideo driver.
struct SceneControls {
    /// In the order of the table.
    private(set) var readings: [ControlReading]
    private var places: [ControlID: Int] = [:]
    private var changed: Set<ControlID> = []

    init() {
        readings = SceneControlTable.all.map { ControlReading(descriptor: $0, value: $0.defaultValue) }
        for (place, reading) in readings.enumerated() { places[reading.descriptor.id] = place }
        applyFlags()
        changed = []
    }

    /// The present value; 0 for a control that is not there.
    subscript(id: ControlID) -> Int64 {
        places[id].flatMap { readings[$0].value } ?? 0
    }

    /// Writes as a program does.
    ///
    /// - Returns: the resulting value.
    /// - Throws: `.controlRefused` with EINVAL for an unknown control or menu entry, ERANGE outside of a menu, EACCES
    ///   while an automatic mode decides.
    mutating func write(_ id: ControlID, _ value: Int64) throws(CameraError) -> Int64 {
        guard let place = places[id] else { throw refused(EINVAL) }
        let descriptor = readings[place].descriptor
        guard !descriptor.flags.contains(.inactive) else { throw refused(EACCES) }
        let taken = try fitted(value, descriptor.kind)
        follow(id, taken)
        applyFlags()
        return taken
    }

    /// Writes as an automatic mode does, even if a program may not.
    mutating func follow(_ id: ControlID, _ value: Int64) {
        guard let place = places[id], readings[place].value != value else { return }
        readings[place].value = value
        changed.insert(id)
    }

    mutating func takeChanges() -> Set<ControlID> {
        defer { changed = [] }
        return changed
    }

    private func fitted(_ value: Int64, _ kind: ControlDescriptor.Kind) throws(CameraError) -> Int64 {
        switch kind {
        case .integer(let range, let step):
            let clamped = min(range.upperBound, max(range.lowerBound, value))
            let steps = (clamped - range.lowerBound + step / 2) / step
            return min(range.upperBound, range.lowerBound + steps * step)
        case .boolean:
            return value == 0 ? 0 : 1
        case .menu(let entries):
            guard let last = entries.last, (0...last.value).contains(value) else { throw refused(ERANGE) }
            guard entries.contains(where: { $0.value == value }) else { throw refused(EINVAL) }
            return value
        case .bitmask(let maximum):
            return value & maximum
        case .button:
            return 0
        }
    }

    private mutating func applyFlags() {
        for (governor, value, governed) in SceneControlTable.governed {
            guard let place = places[governed] else { continue }
            let flags: ControlDescriptor.Flags = self[governor] == value ? .inactive : []
            guard readings[place].descriptor.flags != flags else { continue }
            readings[place].descriptor.flags = flags
            changed.insert(governed)
        }
    }

    private func refused(_ errno: Int32) -> CameraError {
        CameraError(.controlRefused, underlying: errno, step: "VIDIOC_S_EXT_CTRLS")
    }
}

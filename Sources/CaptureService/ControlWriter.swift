// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore

/// Carries out requests about one opened camera's controls, on the capture thread, one at a time.
struct ControlWriter {
    private var queue = ControlRequestQueue()
    /// The controls written since the camera was opened, to be restored.
    private var touched: Set<ControlID> = []
    /// The automatic switches written last, with their values: a dragged dial writes its switch once.
    private var switched: [ControlID: Int64] = [:]

    /// What is known of the exposure time.
    private(set) var exposure = ManualExposure()

    var hasChanged: Bool { !touched.isEmpty }

    mutating func add(_ request: ControlRequest) { queue.add(request) }

    /// The camera reports these values, set by any program.
    mutating func note(_ readings: [ControlReading]) {
        for reading in readings {
            if let value = reading.value { exposure.note(value, of: reading.descriptor.id) }
        }
        guard !switched.isEmpty else { return }
        for reading in readings where switched[reading.descriptor.id] != reading.value {
            switched[reading.descriptor.id] = nil
        }
    }

    /// How long to wait for the next write; nil if nothing waits.
    func wait(at now: MonotonicTime) -> Duration? {
        queue.isEmpty ? nil : queue.wait(at: now) ?? .zero
    }

    /// Writes what is due.
    ///
    /// - Returns: what the camera refused.
    mutating func flush(
        to device: any CameraDevice, at now: MonotonicTime, names: [ControlReading]
    ) -> [ControlRefusal] {
        guard let request = queue.next(at: now) else { return [] }
        let (count, refusal) = write(request, to: device, names)
        queue.noteWrites(count, at: now)
        return [refusal].compactMap { $0 }
    }

    /// Writes at once.
    ///
    /// - Returns: the value that the control has now.
    mutating func writeNow(_ write: ControlWrite, to device: any CameraDevice) throws(CameraError) -> Int64 {
        touched.insert(write.control)
        switched[write.control] = nil
        return try set(write, on: device)
    }

    /// Makes everything automatic at once; continues if a control fails.
    ///
    /// - Parameter known: the known readings. If they lack a control that was written, the camera is asked.
    /// - Returns: what the camera refused.
    mutating func reset(_ device: any CameraDevice, known: [ControlReading]) -> [ControlRefusal] {
        let isEnough = touched.isSubset(of: known.map(\.descriptor.id))
        let readings =
            !isEnough ? device.readControls() : known.isEmpty ? device.readControls(Dial.controls) : known
        let writes = AutomaticReset.writes(for: readings, touched: touched)
        queue.clear()
        touched = []
        switched = [:]
        return writes.compactMap { failure(of: $0, on: device, readings) }
    }

    /// - Returns: the number of writes, and what the camera refused.
    private mutating func write(
        _ request: ControlRequest, to device: any CameraDevice, _ names: [ControlReading]
    ) -> (Int, ControlRefusal?) {
        if request.leavesTrace { touched.insert(request.subject) }
        let writes = request.writes
        let needed = writes.dropLast().filter { switched[$0.control] != $0.value } + writes.suffix(1)
        var count = needed.count
        var refusal = carryOut(Array(needed), on: device, names)
        if refusal != nil, needed.count < writes.count {
            // Another program may have turned the automatic on again.
            count += writes.count
            refusal = carryOut(writes, on: device, names)
        }
        return (count, refusal)
    }

    /// - Returns: the first failure, which ends it.
    private mutating func carryOut(
        _ writes: [ControlWrite], on device: any CameraDevice, _ names: [ControlReading]
    ) -> ControlRefusal? {
        for (index, write) in writes.enumerated() {
            switched[write.control] = nil
            if let refusal = failure(of: write, on: device, names) { return refusal }
            if index < writes.count - 1 { switched[write.control] = write.value }
        }
        return nil
    }

    private mutating func failure(
        of write: ControlWrite, on device: any CameraDevice, _ names: [ControlReading]
    ) -> ControlRefusal? {
        do throws(CameraError) {
            _ = try set(write, on: device)
            return nil
        } catch {
            let name = names.first { $0.descriptor.id == write.control }?.descriptor.name ?? ""
            return ControlRefusal(control: write.control, name: name, error: error)
        }
    }

    /// - Returns: the value that the control has now.
    private mutating func set(
        _ write: ControlWrite, on device: any CameraDevice
    ) throws(CameraError) -> Int64 {
        let value = try device.setControl(write.control, to: write.value)
        exposure.note(value, of: write.control)
        return value
    }
}

extension ControlRequest {
    /// Whether it changes the camera, so that Auto has to restore it. Auto does not undo zoom.
    fileprivate var leavesTrace: Bool { if case .press = self { false } else { subject != .zoom } }
}

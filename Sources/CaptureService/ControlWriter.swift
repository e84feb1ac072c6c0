// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import Glibc

/// Carries out requests about one opened camera's controls, on the capture thread, one write at a time.
struct ControlWriter {
    /// A request, or a reset, that is being carried out.
    private struct Course {
        var writes: ArraySlice<ControlWrite>
        /// All of the request's writes, if the first attempt leaves some out.
        var again: [ControlWrite] = []
        /// The controls that are as they were once it is done; a reset goes on when one write is refused.
        var resets: Set<ControlID>?
    }

    /// After this long without an answer the person is told.
    private static let hangingIsTold: Duration = .seconds(2)

    private var queue = ControlRequestQueue()
    private var course: Course?
    /// The controls written since the camera was opened, to be restored.
    private var touched: Set<ControlID> = []
    /// The automatic switches written last, with their values: a dragged dial writes its switch once.
    private var switched: [ControlID: Int64] = [:]
    /// How often in a row the camera refused to stop what moves.
    private var refusedStops = 0
    private static let mostRefusedStops = 10
    /// The write that the camera has not answered.
    private var hanging: (control: ControlID, since: MonotonicTime, isTold: Bool)?

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
        queue.isEmpty && course == nil ? nil : queue.wait(at: now) ?? .zero
    }

    /// Makes the write that is due. None while the camera hangs.
    ///
    /// - Returns: what the camera refused.
    mutating func flush(
        to device: any CameraDevice, names: [ControlReading], clock: () -> MonotonicTime
    ) -> [ControlRefusal] {
        let now = clock()
        guard !device.isHanging, queue.wait(at: now) == nil else { return [] }
        if course == nil { course = queue.next(at: now).map { begin($0) } }
        guard let write = course?.writes.popFirst() else {
            endCourse()
            return []
        }
        let isLast = course?.writes.isEmpty == true
        switched[write.control] = nil
        var refusal = failure(of: write, on: device, names, clock)
        queue.noteWrite(at: clock())
        if course?.resets != nil {
            // What is not done is done at the end.
            if refusal != nil || device.isHanging { course?.resets = [] }
        } else {
            if refusal != nil {
                // Another program may have turned the automatic on again.
                let again = course?.again ?? []
                course = again.isEmpty ? nil : Course(writes: again[...])
                if course != nil { refusal = nil }
            } else if !isLast {
                switched[write.control] = write.value
            }
        }
        if course?.writes.isEmpty == true { endCourse() }
        stopAgain(write, refusal, names)
        return [refusal].compactMap { $0 }
    }

    /// What moves must not go on because one write failed.
    private mutating func stopAgain(
        _ write: ControlWrite, _ refusal: ControlRefusal?, _ names: [ControlReading]
    ) {
        let rest = names.first { $0.descriptor.id == write.control }?.descriptor.restValue
        guard let rest, write.value == rest else { return }
        refusedStops = refusal == nil ? 0 : refusedStops + 1
        if (1...Self.mostRefusedStops).contains(refusedStops) { queue.add(.set(write.control, rest)) }
    }

    private mutating func endCourse() {
        touched.subtract(course?.resets ?? [])
        course = nil
    }

    /// Writes at once.
    ///
    /// - Returns: the value that the control has now.
    mutating func writeNow(_ write: ControlWrite, to device: any CameraDevice) throws(CameraError) -> Int64 {
        touched.insert(write.control)
        course?.resets?.remove(write.control)
        switched[write.control] = nil
        return try set(write, on: device)
    }

    /// Makes everything automatic, from the next write on; continues if a control fails.
    ///
    /// - Parameter known: the known readings. If they lack a control that was written, the camera is asked.
    mutating func reset(_ device: any CameraDevice, known: [ControlReading]) {
        queue.clear()
        switched = [:]
        course = Course(writes: resetWrites(device, known)[...], resets: touched)
    }

    /// The same at once, or, with a camera that hangs, when it answers.
    mutating func resetNow(_ device: any CameraDevice, known: [ControlReading]) {
        var writes = resetWrites(device, known)[...]
        while !device.isHanging, let write = writes.popFirst() { _ = try? set(write, on: device) }
        if !writes.isEmpty { device.setLater(Array(writes)) }
        self = ControlWriter()
    }

    private func resetWrites(_ device: any CameraDevice, _ known: [ControlReading]) -> [ControlWrite] {
        let isEnough = touched.isSubset(of: known.map(\.descriptor.id))
        let readings =
            !isEnough && !device.isHanging
            ? device.readControls(Dial.controls + touched.subtracting(Dial.controls))
            : known.isEmpty ? device.readControls(Dial.controls) : known
        return AutomaticReset.writes(for: readings, touched: touched)
    }

    /// Says once of a call that hangs that it does.
    ///
    /// - Returns: what to tell, and whether the camera has answered after all.
    mutating func noteHanging(
        _ isHanging: Bool, names: [ControlReading], at now: MonotonicTime
    ) -> (refusal: ControlRefusal?, isOver: Bool) {
        guard let call = hanging else { return (nil, false) }
        guard isHanging else {
            hanging = nil
            return (nil, true)
        }
        guard !call.isTold, now - call.since > Self.hangingIsTold else { return (nil, false) }
        hanging?.isTold = true
        let error = CameraError(.controlRefused, underlying: ETIMEDOUT, step: "waiting for the camera")
        return (refusal(of: call.control, error, names, isHanging: true), false)
    }

    private mutating func begin(_ request: ControlRequest) -> Course {
        if request.leavesTrace { touched.insert(request.subject) }
        let writes = request.writes
        let needed = writes.dropLast().filter { switched[$0.control] != $0.value } + writes.suffix(1)
        return Course(writes: needed[...], again: needed.count < writes.count ? writes : [])
    }

    private mutating func failure(
        of write: ControlWrite, on device: any CameraDevice, _ names: [ControlReading],
        _ clock: () -> MonotonicTime
    ) -> ControlRefusal? {
        let start = clock()
        do throws(CameraError) {
            _ = try set(write, on: device)
            return nil
        } catch {
            guard device.isHanging else { return refusal(of: write.control, error, names) }
            // It may still take the value; what it has is read when it answers.
            hanging = (write.control, start, false)
            return nil
        }
    }

    private func refusal(
        of control: ControlID, _ error: CameraError, _ names: [ControlReading], isHanging: Bool = false
    ) -> ControlRefusal {
        let name = names.first { $0.descriptor.id == control }?.descriptor.name ?? ""
        return ControlRefusal(control: control, name: name, error: error, isHanging: isHanging)
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

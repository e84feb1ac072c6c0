internal import Cameras
internal import CaptureCore

/// Carries out wishes about controls, on the capture thread, one at a time.
struct ControlWriter {
    private var queue = WishQueue()
    /// What was changed since the camera was opened, and has to be given back.
    private(set) var hasChanged = false

    mutating func add(_ wish: ControlWish) { queue.add(wish) }

    /// A camera was opened or closed: nothing of the other one's is left.
    mutating func deviceChanged() {
        queue.clear()
        hasChanged = false
    }

    /// Writes what is due.
    ///
    /// - Returns: what the camera did not take.
    mutating func flush(to device: any CameraDevice, at now: MonotonicTime) -> [ControlRefusal] {
        var refusals: [ControlRefusal] = []
        while let wish = queue.next(at: now) {
            hasChanged = true
            refusals += Self.write(wish.writes, to: device)
        }
        return refusals
    }

    /// Writes at once, for those who keep their own pace and need to know what the camera made of it.
    ///
    /// - Returns: the value that the control has now.
    mutating func writeNow(
        _ write: ControlWrite, to device: any CameraDevice
    ) throws(CameraError) -> Int64 {
        hasChanged = true
        return try device.setControl(write.control, to: write.value)
    }

    /// Makes everything automatic at once; goes on where a control fails.
    ///
    /// - Returns: what the camera did not take.
    mutating func reset(_ device: any CameraDevice) -> [ControlRefusal] {
        queue.clear()
        let readings = device.readControls()
        hasChanged = false
        return Self.write(AutomaticReset.writes(for: readings), to: device, names: readings)
    }

    private static func write(
        _ writes: [ControlWrite], to device: any CameraDevice, names readings: [ControlReading] = []
    ) -> [ControlRefusal] {
        writes.compactMap { write in
            do throws(CameraError) {
                _ = try device.setControl(write.control, to: write.value)
                return nil
            } catch {
                let name = readings.first { $0.descriptor.id == write.control }?.descriptor.name ?? ""
                return ControlRefusal(control: write.control, name: name, error: error)
            }
        }
    }
}

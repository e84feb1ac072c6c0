// SPDX-License-Identifier: GPL-3.0-or-later
/// Returns a camera to its automatic modes.
public enum AutomaticReset {
    /// The writes that turn every automatic mode on and return every compensation and other changed control to its
    /// default; only those that change something. What moves is stopped.
    ///
    /// The most visible come first: with a slow camera each write takes time.
    ///
    /// - Parameters:
    ///   - readings: what is known of the controls.
    ///   - touched: what was written since the camera was opened and may not be in the readings.
    public static func writes(for readings: [ControlReading], touched: Set<ControlID> = []) -> [ControlWrite]
    {
        let dials = Dial.all(from: readings)
        var switches: [ControlWrite] = []
        var values: [ControlWrite] = []
        for dial in dials {
            let isTouched = touched.contains(dial.control)
            guard let automatic = dial.automatic else {
                if isTouched || dial.value != dial.defaultValue {
                    values.append(ControlWrite(dial.control, dial.defaultValue))
                }
                continue
            }
            let write = ControlWrite(automatic.control, automatic.automatic)
            if isTouched, dial.kind == .gain {
                // While it is still writable; see `ControlRequest.writes`.
                switches.insert(ControlWrite(dial.control, dial.defaultValue), at: 0)
            }
            let isSwitched = isTouched || touched.contains(automatic.control)
            if isSwitched || !dial.isAutomatic, !switches.contains(write) { switches.append(write) }
        }
        return switches + values + others(readings, touched, except: dials)
    }

    private static func others(
        _ readings: [ControlReading], _ touched: Set<ControlID>, except dials: [Dial]
    ) -> [ControlWrite] {
        let handled = Set(dials.map(\.control) + dials.compactMap(\.automatic?.control))
        return readings.compactMap { reading in
            let descriptor = reading.descriptor
            guard touched.contains(descriptor.id), !handled.contains(descriptor.id) else { return nil }
            if let rest = descriptor.restValue { return ControlWrite(descriptor.id, rest) }
            return descriptor.isSetting ? ControlWrite(descriptor.id, descriptor.defaultValue) : nil
        }
    }
}

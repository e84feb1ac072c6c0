// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore

/// Zooms one opened camera as far as it can; cropping does the rest. On the capture thread.
struct SensorZoom {
    /// nil until the camera was asked.
    private var range: SensorZoomRange??
    private var standard: Int64 = 0
    private var last: Int64?

    /// How far it zooms by itself; 1 until the camera was asked.
    var reach: Double { (range ?? nil)?.reach ?? 1 }

    /// Asks the camera for its range, which can take 50 ms; not while it hangs.
    ///
    /// - Returns: whether the range is known only now.
    mutating func ask(_ device: any CameraDevice) -> Bool {
        guard range == nil else { return false }
        _ = known(device)
        return range != nil
    }

    /// - Returns: the request for the camera, if it is new, and the remaining enlargement.
    mutating func split(_ zoom: Double, for device: any CameraDevice) -> (
        request: ControlRequest?, rest: Double
    ) {
        guard zoom > 1 || last != nil else { return (nil, zoom) }
        guard let range = known(device) else { return (nil, zoom) }
        let (value, rest) = range.split(zoom)
        defer { last = value }
        return (last == value ? nil : .set(.zoom, value), rest)
    }

    /// Restores the camera for the next program.
    func giveBack(_ device: any CameraDevice) {
        if let last, last != standard { _ = try? device.setControl(.zoom, to: standard) }
    }

    private mutating func known(_ device: any CameraDevice) -> SensorZoomRange? {
        if let range { return range }
        let reading = device.readControl(.zoom)
        // Perhaps it has one.
        if reading == nil, device.isHanging { return nil }
        let found = reading.flatMap { SensorZoomRange($0.descriptor) }
        range = .some(found)
        standard = reading?.value ?? reading?.descriptor.defaultValue ?? 0
        return found
    }
}

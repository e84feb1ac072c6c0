// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore
internal import Platform

/// The camera's own region of interest (UVC 1.5, 4.2.2.1.20), which kernels have since 2025 (uvcvideo,
/// `V4L2_CID_UVC_REGION_OF_INTEREST_RECT` and `…_AUTO`). Older headers lack its numbers; at run time the camera
/// shows whether it has one.
struct RegionOfInterest {
    /// The corresponding C constants are `V4L2_CTRL_WHICH_DEF_VAL`, `…_MIN_VAL` and `…_MAX_VAL`.
    private enum Which: UInt32 {
        case present = 0
        case initial = 0x0f00_0000
        case smallest = 0x0f02_0000
        case largest = 0x0f03_0000
    }

    let node: VideoNode

    /// Points the camera's automatics at a window; nil for its default region.
    ///
    /// The default is written first: firmwares start with wrong regions (docs/cameras.md, "Focus").
    func set(
        _ window: SensorWindow?, _ automatics: RegionAutomatics, _ pace: inout WritePace
    ) throws(Errno) {
        var rectangle = try read(.initial)
        try write(&rectangle, &pace)
        if let window {
            rectangle = Self.fitted(window, smallest: try read(.smallest), largest: try read(.largest))
            try write(&rectangle, &pace)
        }
        let control = ControlValue(node: node, control: .regionAutomatics, isWide: false)
        _ = try control.write(automatics.rawValue, &pace)
    }

    /// A window in sensor pixels, within the picture and no smaller than the camera allows.
    ///
    /// Sides and corners are first clamped to a sensor's, so that nothing overflows.
    static func fitted(_ window: SensorWindow, smallest: v4l2_rect, largest: v4l2_rect) -> v4l2_rect {
        let longest = FrameLayout.longestSide
        let size = PixelSize(
            width: min(max(1, Int(largest.width)), longest), height: min(max(1, Int(largest.height)), longest)
        )
        let left = min(max(Int(largest.left), -longest), longest)
        let top = min(max(Int(largest.top), -longest), longest)
        let (x, y) = window.point.pixel(in: size)
        let side = Int((window.side * Double(size.height)).rounded())
        let width = min(size.width, max(side, Int(smallest.width)))
        let height = min(size.height, max(side, Int(smallest.height)))
        return v4l2_rect(
            left: Int32(left + min(max(0, x - width / 2), size.width - width)),
            top: Int32(top + min(max(0, y - height / 2), size.height - height)),
            width: UInt32(width), height: UInt32(height))
    }

    private func read(_ which: Which) throws(Errno) -> v4l2_rect {
        var rectangle = v4l2_rect()
        try call(.getControls, which, &rectangle)
        return rectangle
    }

    private func write(_ rectangle: inout v4l2_rect, _ pace: inout WritePace) throws(Errno) {
        pace.wait(node.kernel)
        defer { pace.noteWrite(node.kernel) }
        try call(.setControls, .present, &rectangle)
    }

    private func call(_ request: VideoRequest, _ which: Which, _ rectangle: inout v4l2_rect) throws(Errno) {
        try withUnsafeMutablePointer(to: &rectangle) { pointer throws(Errno) in
            var entry = v4l2_ext_control()
            entry.id = ControlID.regionRectangle.rawValue
            entry.size = UInt32(MemoryLayout<v4l2_rect>.size)
            entry.ptr = UnsafeMutableRawPointer(pointer)
            try withUnsafeMutablePointer(to: &entry) { entry throws(Errno) in
                var controls = v4l2_ext_controls()
                controls.which = which.rawValue
                controls.count = 1
                controls.controls = entry
                try node.call(request, &controls)
            }
        }
    }
}

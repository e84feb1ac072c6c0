// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore
internal import Platform

/// Reads and writes the value of one control a call.
///
/// One at a time, because several in one request are written in the driver's order, so that switching an automatic
/// mode off and setting its value together fails with EPIPE.
struct ControlValue {
    let node: VideoNode
    let control: ControlID
    /// Whether the value is in the 64-bit field.
    let isWide: Bool

    func read() throws(Errno) -> Int64 {
        var entry = v4l2_ext_control()
        entry.id = control.rawValue
        try call(.getControls, &entry)
        return number(in: entry)
    }

    /// - Returns: the value that the camera took: the driver writes it into the request (VIDIOC_S_EXT_CTRLS), so that
    ///   reading it back would only cost another round trip.
    func write(_ value: Int64, _ pace: inout WritePace) throws(Errno) -> Int64 {
        pace.wait(node.kernel)
        defer { pace.noteWrite(node.kernel) }
        var entry = v4l2_ext_control()
        entry.id = control.rawValue
        if isWide { entry.value64 = value } else { entry.value = Int32(clamping: value) }
        try call(.setControls, &entry)
        return number(in: entry)
    }

    private func number(in entry: v4l2_ext_control) -> Int64 {
        ControlBounds.clamped(isWide ? entry.value64 : Int64(entry.value))
    }

    private func call(_ request: VideoRequest, _ entry: inout v4l2_ext_control) throws(Errno) {
        try withUnsafeMutablePointer(to: &entry) { pointer throws(Errno) in
            var controls = v4l2_ext_controls()
            controls.which = ControlConstant.presentValue
            controls.count = 1
            controls.controls = pointer
            try node.call(request, &controls)
        }
    }
}

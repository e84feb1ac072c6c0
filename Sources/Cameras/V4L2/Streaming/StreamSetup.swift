// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore
internal import Platform

/// Sets a mode and reads the result back; the part of starting that needs no buffers.
struct StreamSetup {
    let node: VideoNode

    /// - Returns: the driver's settings, whose format may differ from the requested one, and how it orders lines.
    func apply(_ mode: CaptureMode) throws(SystemFault) -> (StreamDescription, VideoField) {
        let (layout, field) = try setFormat(mode)
        // Before the start: some cameras ignore it afterwards.
        let rate = try setRate(mode.rate)
        return (StreamDescription(layout: layout, rate: rate), field)
    }

    private func setFormat(_ mode: CaptureMode) throws(SystemFault) -> (FrameLayout, VideoField) {
        var format = v4l2_format.request(mode.format, mode.size)
        try node.step(.setFormat, &format)
        guard let layout = FrameLayout(of: format.fmt.pix) else {
            throw SystemFault(.invalidArgument, VideoRequest.setFormat.name)
        }
        return (layout, VideoField(rawValue: format.fmt.pix.field))
    }

    /// Cameras without a settable rate are fine; only an unplug is a failure.
    ///
    /// - Returns: nil if the driver does not say.
    private func setRate(_ rate: FrameRate) throws(SystemFault) -> FrameRate? {
        do {
            var parameters = v4l2_streamparm()
            parameters.type = VideoConstant.capture
            guard try node.answers(.getParameters, &parameters) else { return nil }
            guard parameters.parm.capture.capability & VideoConstant.settableRate != 0 else {
                return FrameRate(timePerFrame: parameters.parm.capture.timeperframe)
            }
            parameters.parm.capture.timeperframe = rate.timePerFrame
            _ = try node.answers(.setParameters, &parameters)
            // Some drivers return the request, so only the value read back counts.
            _ = try node.answers(.getParameters, &parameters)
            return FrameRate(timePerFrame: parameters.parm.capture.timeperframe)
        } catch {
            throw SystemFault(error, VideoRequest.setParameters.name)
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// An open device node: typed ioctls over a kernel. Closed by its opener.
struct VideoNode: Sendable {
    let kernel: any VideoKernel
    let descriptor: Int32
    /// Gets notice of each call that has ended; nil for none.
    var progress: CallProgress?

    init(kernel: any VideoKernel, descriptor: Int32) { (self.kernel, self.descriptor) = (kernel, descriptor) }

    /// Hands the structure to the driver and leaves its answer in it.
    func call<Structure>(_ request: VideoRequest, _ value: inout Structure) throws(Errno) {
        defer { progress?.note() }
        try withUnsafeMutablePointer(to: &value) { pointer throws(Errno) in
            try kernel.ioctl(descriptor, request, pointer)
        }
    }

    /// As `call`, with the request's name in the failure.
    func step<Structure>(_ request: VideoRequest, _ value: inout Structure) throws(SystemFault) {
        do { try call(request, &value) } catch { throw SystemFault(error, request.name) }
    }

    func close() { kernel.close(descriptor) }
}

extension CameraError {
    /// The meaning of a step's errno for the person; `owner` is called only when the camera is busy.
    static func from(_ cause: Errno, at step: String, owner: () -> String? = { nil }) -> CameraError {
        let code: Code =
            switch cause {
            case .busy: .busy(by: owner())
            case .noDevice, .noAddress, .noEntry: .gone
            case .accessDenied, .notPermitted: .notAllowed
            case .noSpace: .noBandwidth
            default: .failed
            }
        return CameraError(code, underlying: cause.rawValue, step: step)
    }
}

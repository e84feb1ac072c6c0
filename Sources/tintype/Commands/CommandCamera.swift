// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import Permissions

/// The camera of a command without a window: the one that was asked for, or else the first that works, with colours if
/// there is one: the one that a window shows.
///
///     var camera = CommandCamera(found, grant: grant)
///     let frame = try camera.use(cameras) { device throws(CameraError) in try SettledFrame.take(from: device) }
struct CommandCamera {
    /// The one in use, or to be tried first.
    private(set) var info: CameraInfo
    /// Tried in this order.
    private var others: ArraySlice<CameraInfo>
    /// nil for the test scene, which takes none.
    let grant: CameraGrant?

    init(_ info: CameraInfo, others: ArraySlice<CameraInfo> = [], grant: CameraGrant?) {
        (self.info, self.others, self.grant) = (info, others, grant)
    }

    /// Does something with the camera, as `SystemCameras.use`; where that fails, and no camera was named, with the next.
    ///
    /// - Throws: the error of `info`: of the first camera that failed, but for those in formats that can't be shown.
    mutating func use<Result>(
        _ cameras: SystemCameras, _ body: (any CameraDevice) throws(CameraError) -> Result
    ) throws(CameraError) -> Result {
        var hasMakeshift = false
        var failed: (info: CameraInfo, error: CameraError)?
        while true {
            let isLast = others.isEmpty
            var isGrey = false
            do throws(CameraError) {
                return try cameras.use(info, grant: grant) { device throws(CameraError) in
                    isGrey = device.modes.allSatisfy { $0.format == .grey }
                    guard isGrey, !isLast else { return try body(device) }
                    device.close()
                    throw CameraError(.unsupportedFormat, step: "looking for colours")
                }
            } catch {
                if failed == nil, error.code != .unsupportedFormat { failed = (info, error) }
                guard let next = others.popFirst() else {
                    guard let failed else { throw error }
                    info = failed.info
                    throw failed.error
                }
                // The first one without colours is taken if none has any.
                if isGrey, !hasMakeshift {
                    others.append(info)
                    hasMakeshift = true
                }
                info = next
            }
        }
    }
}

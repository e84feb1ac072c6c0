// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import Permissions
internal import Platform

/// `tintype --list-cameras`: the facts about each camera; its formats only if it may be opened.
enum ListCameras {
    /// - Parameter isVerbose: also prints how each camera can be focused on a point.
    static func run(_ cameras: SystemCameras, grant: CameraGrant?, isVerbose: Bool) -> Int32 {
        let found = cameras.scanEverything(grant: grant)
        if found.isEmpty {
            Standard.print(
                SystemCameras.hidesSome(cameras.place, grant)
                    ? tr(
                        "No camera found so far. There may be more once it is allowed: tintype --allow-camera"
                    )
                    : tr("No camera found."))
        }
        for camera in found { describe(camera, cameras, grant, isVerbose) }
        if grant == nil, !found.isEmpty {
            Standard.print(tr("The formats are listed once the camera is allowed: tintype --allow-camera"))
        }
        return 0
    }

    private static func describe(
        _ camera: CameraInfo, _ cameras: SystemCameras, _ grant: CameraGrant?, _ isVerbose: Bool
    ) {
        Standard.print(camera.name)
        Standard.print("  id: " + camera.id.rawValue)
        if !camera.node.isEmpty { Standard.print("  node: " + camera.node) }
        guard let grant else {
            if isVerbose { Standard.print("  focus: " + tr("unknown until the camera is allowed")) }
            return
        }
        do throws(CameraError) {
            let device = try cameras.open(camera, grant: grant)
            for offer in device.offers { Standard.print("  format: " + describe(offer)) }
            if isVerbose { describeFocus(FocusCapabilities(device.readControls())) }
            device.close()
        } catch {
            Standard.print("  " + CameraWording.explanation(of: error, camera))
        }
    }

    /// In words that scripts can rely on.
    private static func describeFocus(_ capabilities: FocusCapabilities) {
        Standard.print("  focus: \(capabilities.focus)")
        Standard.print("  exposure: \(capabilities.metering)")
        Standard.print("  continuous-focus: " + (capabilities.hasContinuous ? "yes" : "no"))
    }

    static func describe(_ offer: ModeOffer) -> String {
        let emulated = offer.isEmulated ? " " + tr("(converted)") : ""
        let rates =
            offer.rates.isEmpty ? tr("unknown rate") : offer.rates.map(\.rounded).joined(separator: ", ")
        let interlaced = offer.isInterlaced ? " " + tr("(interlaced)") : ""
        return "\(offer.format) \(offer.size) " + rates + interlaced + emulated
    }
}

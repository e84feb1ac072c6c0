// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import CaptureService
internal import Platform

/// Words for the terminal on why a camera can't be used.
enum CameraWording {
    /// A sentence. The cause goes to the log.
    static func explanation(of error: CameraError, _ camera: CameraInfo) -> String {
        let text =
            switch error.code {
            case .busy(let owner):
                owner.map { tr("%1$s is using %2$s.").filling("%1$s", with: $0).filling("%2$s", with: "%s") }
                    ?? tr("Another program is using %s.")
            case .gone: tr("There is no camera %s.")
            case .notAllowed: tr("You may not open %s.")
            case .unsupportedFormat: tr("%s has no format that Tintype understands.")
            case .decoderMissing(let package):
                tr("%1$s sends H.264, which is shown once the package %2$s is installed.")
                    .filling("%2$s", with: package).filling("%1$s", with: "%s")
            case .stalled: tr("%s sends no pictures.")
            case .noSource: tr("Nothing comes from %s: start it there.")
            case .noBandwidth: tr("There is no room on the USB bus for %s.")
            case .controlRefused, .failed: tr("%s reported an error.")
            case .crashes:
                tr(
                    "Tintype crashed the last times that it opened %s. Name it with --camera to open it all the same."
                )
            }
        Log(domain: "commands").info("\(error)", .errno(error.underlying, at: error.step))
        return text.filling("%s", with: camera.name)
    }

    /// Says so if there is no light in the picture, for which the command has waited.
    static func complainIfBlack(_ frame: Frame, of camera: CameraInfo) {
        guard FrameLooker().look(at: frame)?.isBlack == true else { return }
        Standard.complain(
            tr(
                "The picture of %s is black. Open its cover, or press the key that turns the camera off and on."
            ).filling("%s", with: camera.name))
    }

    /// For a photo without a whole picture.
    static func damagedPictures(from camera: CameraInfo) -> String {
        tr("%s sends damaged pictures. Part of the photo may be missing.").filling("%s", with: camera.name)
    }
}

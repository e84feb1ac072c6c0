// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// Words for a session without a picture.
enum SessionWording {
    /// What the person wanted of a camera that is off.
    enum Attempt: Equatable { case scan, record }

    /// - Parameters:
    ///   - cameras: those there are; the others are offered where one fails.
    ///   - hasGivenUp: whether nothing is tried any more by itself.
    ///   - attempt: what the message answers; nil for nothing in particular.
    ///   - isListedByDesktop: whether the desktop's own settings have the switch, and not Tintype's alone.
    /// - Returns: nil while there is a picture, or one will come in a moment.
    static func message(
        for state: SessionState, access: CameraAccess, cameras: [CameraInfo] = [], hasGivenUp: Bool = false,
        attempt: Attempt? = nil, isListedByDesktop: Bool = false
    ) -> Message? {
        guard let message = message(for: state, access, attempt, isListedByDesktop) else { return nil }
        let isFault =
            switch state {
            case .busy, .disconnected, .failed, .resuming: true
            default: false
            }
        let others = isFault ? cameras.filter { $0.id != state.camera?.id } : []
        let offers = others.prefix(mostOffers).map { Message.Remedy.use($0) }
        // A real camera is more than the test scene.
        var remedies = message.remedies.filter { $0 != .useTestScene || offers.isEmpty } + offers
        var text = message.text
        if hasGivenUp {
            switch state {
            case .noCamera, .disconnected:
                remedies.insert(.tryAgain, at: 0)
                text += " " + tr("If no picture comes, press “Try Again”.")
            default:
                if remedies.contains(.tryAgain) { text += " " + tr("Tintype waits for “Try Again”.") }
            }
        }
        return Message(
            icon: message.icon, title: message.title, text: text, remedies: remedies,
            isTrouble: message.isTrouble)
    }

    /// More buttons would not fit a small window; all cameras are in the menu.
    private static let mostOffers = 2

    private static func message(
        for state: SessionState, _ access: CameraAccess, _ attempt: Attempt?, _ isListedByDesktop: Bool
    ) -> Message? {
        switch state {
        case .off: consent(access, attempt, isListedByDesktop)
        case .noCamera: noCamera
        case .opening(_, let attempt): attempt > 1 ? waiting : nil
        case .streaming, .paused: nil
        case .restarting(let camera, let restarts): restarts > 1 ? restarting(camera) : nil
        case .busy(let camera, let owner): busy(camera, owner: owner)
        case .disconnected(let camera): disconnected(camera)
        case .failed(let camera, let error), .resuming(let camera, _, let error): failed(camera, error)
        }
    }

    /// The reason for asking for the camera; what the person wanted comes first.
    private static func cameraUse(_ attempt: Attempt?) -> String {
        attempt == .scan
            ? tr(
                "Tintype uses the camera to scan codes, and to take photos and videos. You decide when it is on."
            )
            : tr(
                "Tintype uses the camera to take photos and videos and to scan codes. You decide when it is on."
            )
    }

    /// What is wrong with a picture that comes.
    static func words(for trouble: PictureTrouble) -> String {
        switch trouble {
        case .black: tr("The picture is black")
        case .still: tr("The picture stands still")
        case .colourless: tr("The picture has no colours")
        }
    }

    /// The question at the first launch.
    static func cameraQuestion(_ attempt: Attempt?) -> Message {
        Message(
            icon: nil, title: tr("Allow Tintype to use the camera?"), text: cameraUse(attempt),
            remedies: [.allow, .dontAllow], isTrouble: false)
    }

    private static func denied(_ attempt: Attempt?, _ isListedByDesktop: Bool) -> Message {
        let title =
            switch attempt {
            case .scan: tr("To scan codes, Tintype needs the camera")
            case .record: tr("To record videos, Tintype needs the camera")
            case nil: tr("Camera access is off")
            }
        let way =
            isListedByDesktop
            // Translators: the names of GNOME's settings in your language.
            ? tr("The switch is in the desktop’s settings, under Privacy → Camera.")
            : tr("The switch is in Preferences → Privacy.")
        return Message(
            icon: disabledIcon, title: title,
            text: tr("The camera is for photos, videos and codes, and stays off until you allow it.") + " "
                + way,
            remedies: [.openSettings, .useTestScene])
    }

    private static let missingIcon = "tintype-camera-missing-symbolic"
    private static let disabledIcon = "tintype-camera-disabled-symbolic"

    private static func consent(
        _ access: CameraAccess, _ attempt: Attempt?, _ isListedByDesktop: Bool
    ) -> Message? {
        switch access {
        case .authorized: nil
        case .notDetermined:
            Message(
                icon: nil, title: tr("Camera access needed"), text: cameraUse(attempt),
                remedies: [.allowCamera],
                isTrouble: false)
        case .denied: denied(attempt, isListedByDesktop)
        case .restricted(.wholeComputer):
            Message(
                icon: disabledIcon, title: tr("The camera is turned off for this whole computer"),
                text: tr("No program can use it. You can turn it on in the privacy settings."),
                remedies: [.openSettings, .useTestScene])
        case .restricted(.account):
            Message(
                icon: disabledIcon, title: tr("This account may not use the camera"),
                text: tr("Someone who looks after this computer can change that."),
                remedies: [.useTestScene])
        }
    }

    private static var noCamera: Message {
        Message(
            icon: missingIcon, title: tr("No camera found"),
            text: tr(
                "Plug in a camera and its picture appears here. Until then you can try out the test scene."),
            remedies: [.useTestScene])
    }

    private static var waiting: Message {
        Message(
            icon: missingIcon, title: tr("Waiting for the camera"),
            text: tr("The camera is there, but Tintype may not open it yet."), remedies: [])
    }

    private static func restarting(_ camera: CameraInfo) -> Message {
        Message(
            icon: missingIcon, title: tr("Reconnecting"),
            text: tr("%s had a hiccup. Starting it again…").filling("%s", with: camera.name), remedies: [])
    }

    private static func busy(_ camera: CameraInfo, owner: String?) -> Message {
        let text =
            owner.map {
                tr("%1$s is using %2$s. Close it there, and the picture appears here.")
                    .filling("%2$s", with: camera.name).filling("%1$s", with: $0)
            }
            ?? tr("Another program is using %s. Close it there, and the picture appears here.")
            .filling("%s", with: camera.name)
        return Message(
            icon: disabledIcon, title: tr("Camera is in use"), text: text, remedies: [.tryAgain])
    }

    private static func disconnected(_ camera: CameraInfo) -> Message {
        Message(
            icon: missingIcon, title: tr("Camera disconnected"),
            text: (camera.canBeUnplugged
                ? tr("Plug %s in again and the picture comes back.")
                : tr("%s has gone. The picture comes back as soon as it is there again."))
                .filling("%s", with: camera.name),
            remedies: [.useTestScene])
    }

    private static func failed(_ camera: CameraInfo, _ error: CameraError) -> Message {
        Message(
            icon: missingIcon, title: title(of: error, camera), text: explanation(of: error, camera),
            remedies: error.code == .noSource ? [.tryAgain, .useTestScene] : [.tryAgain])
    }

    private static func title(of error: CameraError, _ camera: CameraInfo) -> String {
        switch error.code {
        case .noBandwidth where camera.position == .virtual: tr("The camera has a problem")
        case .notAllowed: tr("The camera can’t be opened")
        case .unsupportedFormat, .decoderMissing: tr("This camera can’t be shown")
        case .stalled: tr("The camera stopped sending pictures")
        case .noSource: tr("Waiting for pictures")
        case .noBandwidth: tr("The USB connection is full")
        case .crashes: tr("The camera was not opened")
        case .busy, .gone, .controlRefused, .failed: tr("The camera has a problem")
        }
    }

    private static func explanation(of error: CameraError, _ camera: CameraInfo) -> String {
        let text =
            switch error.code {
            case .notAllowed:
                tr("Your user account may not use %s. Someone who looks after this computer can change that.")
            case .unsupportedFormat:
                tr("%s sends pictures in a form that Tintype does not understand.")
            case .decoderMissing(let package):
                tr("%1$s sends H.264, which is shown once the package %2$s is installed.")
                    .filling("%2$s", with: package).filling("%1$s", with: "%s")
            case .stalled: silence(of: camera)
            // Translators: %s is a virtual camera, such as OBS's; “there” is the program that sends its pictures.
            case .noSource: tr("Nothing comes from %s: start it there.")
            case .noBandwidth where camera.position == .virtual: failure(camera)
            case .noBandwidth:
                camera.canBeUnplugged
                    ? tr("There is no room for the pictures of %s. Plug it into another USB port.")
                    : tr("There is no room for the pictures of %s. Unplug other USB devices.")
            case .crashes:
                tr("Tintype crashed the last times that it opened %s.")
            case .gone: tr("%s goes away each time it is started.")
            case .busy, .controlRefused, .failed: failure(camera)
            }
        return text.filling("%s", with: camera.name)
    }

    private static func silence(of camera: CameraInfo) -> String {
        switch camera.position {
        case .external:
            tr("%s is connected but sends nothing. Unplugging it and plugging it in again often helps.")
        case .builtIn, .board: tr("%s sends nothing. Restarting the computer often helps.")
        case .virtual: tr("%s sends nothing. Starting it anew in its program often helps.")
        case .simulated: tr("%s sends nothing.")
        }
    }

    private static func failure(_ camera: CameraInfo) -> String {
        switch camera.position {
        case .external: tr("%s reported an error. Unplugging it and plugging it in again often helps.")
        case .builtIn, .board: tr("%s reported an error. Restarting the computer often helps.")
        case .virtual: tr("%s reported an error. Starting it anew in its program often helps.")
        case .simulated: tr("%s reported an error.")
        }
    }
}

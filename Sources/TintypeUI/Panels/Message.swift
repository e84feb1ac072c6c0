// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// Words in the middle of the viewfinder: the trouble and its remedy.
struct Message: Equatable {
    /// A message's offers.
    enum Remedy: Equatable {
        case tryAgain
        case useTestScene
        /// Another camera, by its name.
        case use(CameraInfo)
        case allowCamera
        /// Answers of the question about the camera.
        case allow, dontAllow
        case openSettings
    }

    /// nil for the program's icon.
    let icon: String?
    let title: String
    let text: String
    let remedies: [Remedy]
    /// Whether something is wrong, and the diagnosis may know what.
    var isTrouble = true
}

extension Message.Remedy {
    /// The words on the button.
    var title: String {
        switch self {
        case .tryAgain: tr("Try Again")
        case .useTestScene: tr("Use Test Scene")
        // Translators: %s is a camera's name.
        case .use(let camera): tr("Use %s").filling("%s", with: camera.name)
        case .allowCamera: tr("Allow Camera…")
        case .allow: tr("Allow")
        case .dontAllow: tr("Don't Allow")
        case .openSettings: tr("Open Settings")
        }
    }
}

internal import GLibBridge

/// Words in the middle of the viewfinder: what is the matter and what can be done.
struct Message: Equatable {
    /// What a message offers.
    enum Remedy: Equatable {
        case tryAgain
        case useTestScene
        case allowCamera
        case openSettings
    }

    let icon: String
    let title: String
    let text: String
    let remedies: [Remedy]
}

extension Message.Remedy {
    /// The words on the button.
    var title: String {
        switch self {
        case .tryAgain: tr("Try Again")
        case .useTestScene: tr("Use Test Scene")
        case .allowCamera: tr("Allow Camera…")
        case .openSettings: tr("Open Settings")
        }
    }
}

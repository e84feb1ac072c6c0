// SPDX-License-Identifier: GPL-3.0-or-later

/// The window's actions, which menus, buttons and keys call. Its nine cameras have one each, too (`CameraMenu`).
enum WindowAction: String, CaseIterable {
    // The window and its dialogs.
    case preferences, shortcuts, help, about, fullscreen
    case findOut = "find-out"

    // The camera and its picture.
    case camera, mirror, peaking, zebra, loupe, level, histogram, grid
    case toggleMode = "toggle-mode"
    case selfTimer = "self-timer"
    case useNewCamera = "use-new-camera"
    case zoomIn = "zoom-in"
    case zoomOut = "zoom-out"
    case zoomReset = "zoom-reset"
    case aspectRatio = "aspect-ratio"
    case scanCodes = "scan-codes"
    case scanScreenshot = "scan-screenshot"

    // Videos.
    case record
    case pauseRecording = "pause-recording"
    case videoPace = "video-pace"

    // The photo that was taken last.
    case openPhoto = "open-photo"
    case showInFiles = "show-in-files"
    case savePhotoAs = "save-photo-as"
    case trashPhoto = "trash-photo"
    case undoPhoto = "undo-photo"
    case restorePhoto = "restore-photo"
    case takePhotosBack = "take-photos-back"
    case keepBest = "keep-best"
    case keepAll = "keep-all"
    case stackAgain = "stack-again"

    // The roll.
    case rollClose = "roll-close"
    case rollLeave = "roll-leave"
    case rollPlay = "roll-play"
    case rollCopy = "roll-copy"
    case rollSaveAs = "roll-save-as"
    case rollMail = "roll-mail"
    case rollShowInFiles = "roll-show-in-files"
    case rollOpenWith = "roll-open-with"
    case rollTurnLeft = "roll-turn-left"
    case rollTurnRight = "roll-turn-right"
    case rollDetails = "roll-details"
    case rollTrash = "roll-trash"
    case rollBurst = "roll-burst"
    case rollKeep = "roll-keep"
    case rollKeepAll = "roll-keep-all"

    /// As menus and buttons name it.
    var detailedName: String { "win." + rawValue }

    /// The keys that call it everywhere in the window, in GTK's syntax; the first one is shown.
    var accelerators: [String] {
        switch self {
        case .preferences: ["<Control>comma"]
        case .shortcuts: ["<Control>question"]
        case .help: ["F1"]
        case .fullscreen: ["F11"]
        case .toggleMode: ["<Control>m"]
        case .scanCodes: ["<Control>b"]
        case .scanScreenshot: ["<Control><Shift>b"]
        case .undoPhoto: ["<Control>z"]
        case .openPhoto: ["<Control>p"]
        case .savePhotoAs: ["<Control><Shift>s"]
        case .record: ["<Control>r"]
        case .zoomIn: ["<Control>plus", "<Control>equal", "<Control>KP_Add"]
        case .zoomOut: ["<Control>minus", "<Control>KP_Subtract"]
        case .zoomReset: ["<Control>0", "<Control>KP_0"]
        default: []
        }
    }
}

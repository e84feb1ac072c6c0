// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// How the privacy page shows one permission: a colour, words, a reason, and the fitting button.
struct AccessStatus: Equatable {
    enum Level: Equatable { case allowed, limited, denied, restricted, notAsked }

    /// What the button does.
    enum Remedy: Equatable { case allow, allowAll, chooseFolder, openSettings }

    let level: Level
    let reason: String
    /// The path of the folder that the reason names; nil if it names none.
    var folder: String?
    let remedy: Remedy?
    /// A second button; nil for most.
    var other: Remedy?
    /// Whether an answer of the person changes anything.
    let isChangeable: Bool

    var isOn: Bool { level == .allowed || level == .limited }
    /// Whether there is an answer that the switch shows; before, a button asks.
    var hasSwitch: Bool { level != .notAsked }
}

extension AccessStatus.Level {
    /// The words beside the dot.
    var title: String {
        switch self {
        case .allowed: tr("Allowed")
        case .limited: tr("Limited")
        case .denied: tr("Denied")
        // Translators: not by the person, who can't change it: a permission that this computer or the account does not have.
        case .restricted: tr("Restricted")
        case .notAsked: tr("Not asked yet")
        }
    }

    /// The dot's class in style.css.
    var dotClass: String {
        switch self {
        case .allowed: "allowed"
        case .limited: "limited"
        case .denied: "denied"
        case .restricted: "restricted"
        case .notAsked: "not-asked"
        }
    }
}

extension AccessStatus.Remedy {
    /// The words on the button.
    var title: String {
        switch self {
        case .allow: tr("Allow…")
        case .allowAll: tr("Allow Full Access")
        case .chooseFolder: tr("Choose Folder…")
        case .openSettings: tr("Open Settings")
        }
    }
}

extension AccessStatus {
    /// - Parameter hasDesktopSettings: whether the desktop has camera settings of its own.
    init(camera access: CameraAccess, hasDesktopSettings: Bool, isDeniedElsewhere: Bool = false) {
        let settings: Remedy? = hasDesktopSettings ? .openSettings : nil
        self =
            switch access {
            case .notDetermined:
                AccessStatus(
                    level: .notAsked, reason: tr("Tintype touches no camera before you say yes."),
                    remedy: .allow, isChangeable: true)
            case .authorized:
                AccessStatus(
                    level: .allowed, reason: tr("Tintype shows the picture and takes photos."), remedy: nil,
                    isChangeable: true)
            case .denied where isDeniedElsewhere:
                AccessStatus(
                    level: .denied,
                    reason: tr(
                        "The desktop decides here: you can allow Tintype in its settings, under Apps or Privacy."
                    ),
                    remedy: settings, isChangeable: true)
            case .denied:
                AccessStatus(
                    level: .denied, reason: tr("While this is off, Tintype does not touch any camera."),
                    remedy: settings, isChangeable: true)
            case .restricted(.wholeComputer):
                AccessStatus(
                    level: .restricted, reason: tr("The camera is turned off for this whole computer."),
                    remedy: settings, isChangeable: false)
            case .restricted(.account):
                AccessStatus(
                    level: .restricted, reason: tr("This account may not use the camera."), remedy: nil,
                    isChangeable: false)
            }
    }

    /// - Parameter hasDesktopSettings: whether the desktop has microphone settings of its own.
    init(microphone access: MicrophoneAccess, hasDesktopSettings: Bool) {
        let settings: Remedy? = hasDesktopSettings ? .openSettings : nil
        self =
            switch access {
            case .notDetermined:
                AccessStatus(
                    level: .notAsked, reason: tr("Tintype asks when you record the first video."),
                    remedy: .allow, isChangeable: true)
            case .authorized:
                AccessStatus(
                    level: .allowed, reason: tr("Videos are recorded with sound."), remedy: nil,
                    isChangeable: true)
            case .denied:
                AccessStatus(
                    level: .denied, reason: tr("Videos are recorded without sound."), remedy: settings,
                    isChangeable: true)
            case .restricted:
                AccessStatus(
                    level: .restricted, reason: tr("The microphone is turned off for this whole computer."),
                    remedy: settings, isChangeable: false)
            }
    }

    init(_ access: LibraryAccess) {
        self =
            switch access {
            case .notDetermined:
                AccessStatus(
                    level: .notAsked, reason: tr("Tintype asks when you take the first photo."),
                    remedy: .allow, isChangeable: true)
            case .authorized:
                AccessStatus(
                    level: .allowed, reason: tr("Photos are saved to your Pictures folder."),
                    remedy: .chooseFolder, isChangeable: true)
            case .limited(let folder):
                AccessStatus(
                    level: .limited,
                    reason: tr("Photos are saved to %s.").filling("%s", with: FolderName.name(of: folder)),
                    folder: folder, remedy: .allowAll, other: .chooseFolder, isChangeable: true)
            case .denied:
                AccessStatus(
                    level: .denied, reason: tr("Photos wait in Tintype until you allow saving."),
                    remedy: .chooseFolder, isChangeable: true)
            case .restricted:
                AccessStatus(
                    level: .restricted,
                    reason: tr(
                        "Saving is turned off for this whole computer. Someone who looks after it can change that."
                    ),
                    remedy: nil, isChangeable: false)
            }
    }

    init(screenshots access: ScreenshotAccess) {
        self =
            switch access {
            case .notDetermined:
                AccessStatus(
                    level: .notAsked, reason: tr("Tintype asks when you first scan a screenshot."),
                    remedy: .allow, isChangeable: true)
            case .authorized:
                AccessStatus(
                    level: .allowed, reason: tr("Tintype looks at the newest only, when you ask."),
                    remedy: nil, isChangeable: true)
            case .limited(let folder):
                AccessStatus(
                    level: .limited,
                    reason: tr("Tintype looks into %s only.").filling(
                        "%s", with: FolderName.name(of: folder)),
                    folder: folder, remedy: .allowAll, isChangeable: true)
            case .denied:
                AccessStatus(
                    level: .denied, reason: tr("You choose the image to scan yourself."),
                    remedy: nil, isChangeable: true)
            case .restricted:
                AccessStatus(
                    level: .restricted,
                    reason: tr(
                        "Scanning screenshots is turned off for this computer. Someone who looks after it can change that."
                    ),
                    remedy: nil, isChangeable: false)
            }
    }
}

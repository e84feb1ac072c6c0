// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Permissions
internal import Platform
internal import TintypeUI

/// The commands for scripts and administrators: `--allow-camera`, `--deny-camera`, the same for the microphone
/// and for screenshots, `--reset-permissions`, `--permissions`. A running Tintype follows at once.
struct PermissionCommands {
    let camera: any CameraPermission
    let microphone: MicrophonePermissionManager
    let library: PhotoLibraryPermissionManager
    let screenshots: ScreenshotPermissionManager

    /// Reads the record. A command may block.
    func read() {
        let bus = try? BusConnection.session()
        camera.readBlocking(bus)
        microphone.readBlocking(bus)
        library.readBlocking(bus)
        screenshots.readBlocking(bus)
    }

    /// The right to save one photo: the command itself counts as the answer, unless a no is on record.
    func grantForOnePhoto() -> LibraryGrant? {
        library.readBlocking(try? BusConnection.session())
        return library.grantForCommand()
    }

    var whyNoCamera: String {
        switch camera.access {
        case .restricted(.wholeComputer): tr("the camera is turned off for this whole computer.")
        case .restricted(.account): tr("this account may not use the camera.")
        case .denied where camera.isDeniedElsewhere:
            tr("the camera is not allowed. The desktop’s settings can change that.")
        case .denied:
            tr(
                "the camera is not allowed. Preferences → Privacy, or --allow-camera at a terminal, changes that."
            )
        case .notDetermined where camera.isUnanswered:
            tr("the desktop does not say whether the camera is allowed. Try again later.")
        case .notDetermined, .authorized:
            tr("the camera is not allowed yet. Add --allow-camera to allow it.")
        }
    }

    var whyNoLibrary: String {
        switch library.access {
        case .restricted: tr("saving is turned off for this whole computer.")
        case .notDetermined: tr("the desktop does not say whether photos may be saved. Try again later.")
        case .denied, .authorized, .limited: SaveWording.reason(for: SaveError(.notAllowed, path: ""))
        }
    }

    /// Whether this command may record an answer; nil takes one back. Only a person may take back a recorded no.
    ///
    /// - Returns: false, after a message, if it may not.
    func mayRecord(_ isAllowed: Bool?) -> Bool {
        if isAllowed == false { return true }
        read()
        return mayChange(
            hasNo: camera.hasRecordedNo, isUnanswered: camera.isUnanswered && !camera.isDecidedElsewhere,
            denied: tr(
                "the camera was denied. Only a person can change that: in Preferences, or at a terminal."))
    }

    /// The same for the microphone.
    func mayRecordMicrophone(_ isAllowed: Bool?) -> Bool {
        if isAllowed == false { return true }
        read()
        return mayChange(
            hasNo: microphone.hasRecordedNo, isUnanswered: microphone.isUnanswered,
            denied: tr(
                "the microphone was denied. Only a person can change that: in Preferences, or at a terminal."
            ))
    }

    /// The same for screenshots.
    func mayRecordScreenshots(_ isAllowed: Bool?) -> Bool {
        if isAllowed == false { return true }
        read()
        return mayChange(
            hasNo: screenshots.hasRecordedNo, isUnanswered: screenshots.isUnanswered,
            denied: tr(
                "looking at screenshots was denied. Only a person can change that: in Preferences, or at a terminal."
            ))
    }

    /// Whether a record may be changed; prints why not.
    private func mayChange(hasNo: Bool, isUnanswered: Bool, denied: String) -> Bool {
        if hasNo, !Terminal.hasPerson {
            Standard.complain(denied)
        } else if isUnanswered {
            // The answer on record may be a no.
            Standard.complain(tr("the desktop does not answer. Try again later."))
        } else {
            return true
        }
        return false
    }

    /// Records an answer; nil takes it back.
    ///
    /// - Returns: whether it could be stored; prints a message if not.
    func record(_ isAllowed: Bool?) -> Bool {
        read()
        return isStored(
            camera.recordBlocking(isAllowed: isAllowed),
            otherwise: camera.isDecidedElsewhere
                ? tr("in a sandbox only the desktop can allow the camera. Its window asks for it.") : nil)
    }

    /// The same for the microphone.
    func recordMicrophone(_ isAllowed: Bool?) -> Bool {
        read()
        return isStored(microphone.recordBlocking(isAllowed: isAllowed))
    }

    /// The same for screenshots.
    func recordScreenshots(_ isAllowed: Bool?) -> Bool {
        read()
        return isStored(screenshots.recordBlocking(isAllowed: isAllowed))
    }

    /// - Parameter words: printed if it is not.
    private func isStored(_ isStored: Bool, otherwise words: String? = nil) -> Bool {
        Settings.sync()
        if !isStored {
            Standard.complain(words ?? tr("the answer could not be stored and holds only this once."))
        }
        return isStored
    }

    /// Records the answers that are given; nil leaves the record as it is.
    ///
    /// - Returns: the exit status.
    func recordAndSay(camera: Bool?, microphone: Bool?, screenshots: Bool?) -> Int32 {
        if let camera {
            guard record(camera) else { return 1 }
            Standard.print(
                camera ? tr("Tintype may use the camera.") : tr("Tintype may not use the camera."))
        }
        if let microphone {
            guard recordMicrophone(microphone) else { return 1 }
            Standard.print(
                microphone
                    ? tr("Tintype may use the microphone.") : tr("Tintype may not use the microphone."))
        }
        if let screenshots {
            guard recordScreenshots(screenshots) else { return 1 }
            Standard.print(
                screenshots
                    ? tr("Tintype may look at your latest screenshot.")
                    : tr("Tintype may not look at your screenshots."))
        }
        return 0
    }

    /// Whether the answer about the library may be taken back; otherwise as `mayRecord`.
    private var mayResetLibrary: Bool {
        Terminal.hasPerson
            || mayChange(
                hasNo: library.hasRecordedNo, isUnanswered: library.isUnanswered,
                denied: tr(
                    "saving was denied. Only a person can change that: in Preferences, or at a terminal."))
    }

    /// - Returns: the exit status.
    func reset() -> Int32 {
        guard mayRecord(nil), mayRecordMicrophone(nil), mayResetLibrary, mayRecordScreenshots(nil),
            record(nil), recordMicrophone(nil), library.resetBlocking(), recordScreenshots(nil)
        else { return 1 }
        Settings.sync()
        Standard.print(tr("Tintype will ask again."))
        return 0
    }

    /// Prints one line for each permission, in words that scripts can rely on. The exit status is always 0.
    func list() -> Int32 {
        read()
        Standard.print("camera: " + Self.word(for: camera.access))
        Standard.print("photo-library: " + Self.word(for: library.access))
        Standard.print("microphone: " + Self.word(for: microphone.access))
        Standard.print("screenshots: " + Self.word(for: screenshots.access))
        return 0
    }

    private static func word(for access: LibraryAccess) -> String {
        switch access {
        case .notDetermined: "not-determined"
        case .authorized: "authorized"
        case .limited(let folder): "limited (" + folder + ")"
        case .denied: "denied"
        case .restricted: "restricted"
        }
    }

    private static func word(for access: ScreenshotAccess) -> String {
        switch access {
        case .notDetermined: "not-determined"
        case .authorized: "authorized"
        case .limited(let folder): "limited (" + folder + ")"
        case .denied: "denied"
        case .restricted: "restricted"
        }
    }

    private static func word(for access: DeviceAccess) -> String {
        switch access {
        case .notDetermined: "not-determined"
        case .authorized: "authorized"
        case .denied: "denied"
        case .restricted(.wholeComputer): "restricted (whole computer)"
        case .restricted(.account): "restricted (this account)"
        }
    }
}

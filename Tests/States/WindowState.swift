// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import CaptureTesting
internal import Codes
internal import Diagnosis
internal import InterfaceTesting
internal import Platform

/// A state of the window that a person can meet: what is around it, and what the person does in it.
///
/// To add one, add a line to a list below; every check of the window tests, and `make screenshots`, then looks at it.
struct WindowState {
    typealias Step = @MainActor (Stage, Cast) async throws -> Void

    /// Where to look.
    enum Front: String {
        case window
        /// A window or dialog over it, which has the keyboard.
        case dialog
        /// A menu or another popover.
        case menu
    }

    let name: String
    let front: Front
    /// What is left to the person's hands, once the steps are done: keys in xdotool's words.
    let keys: [String]
    let arrange: @MainActor (Cast) -> Void
    let steps: [Step]

    private init(
        _ name: String, in front: Front = .window, keys: [String] = [],
        _ arrange: @escaping @MainActor (Cast) -> Void = { _ in }, then steps: Step...
    ) {
        (self.name, self.front, self.keys) = (name, front, keys)
        (self.arrange, self.steps) = (arrange, steps)
    }

    static let all =
        permissions + screenshots + troubles + viewfinder + pro + focus + photos + videos + menus + dialogs
        + roll + codes

    // MARK: Steps

    private static func press(_ name: @escaping @autoclosure @MainActor () -> String) -> Step {
        { stage, _ in try await stage.press(name()) }
    }

    private static func activate(_ action: String, _ target: String? = nil) -> Step {
        { stage, _ in try await stage.activate(action, target) }
    }

    private static let shoot: Step = { stage, cast in
        let before = cast.photos.events.count
        try await stage.activate("app.take-photo")
        try await stage.until("the photo is on its way") { cast.photos.events.count > before }
    }

    private static let openPrivacy: Step = { stage, _ in
        try await stage.activate("preferences")
        try await stage.turnToPrivacy()
    }

    private static let record: Step = { stage, cast in
        try await stage.activate("record")
        try await stage.until("it records") { !cast.recorder.recordings.isEmpty }
    }

    private static func inPro(_ cast: Cast) { cast.settings?.set("last-shooting-mode", "pro") }

    // MARK: The list

    private static let permissions: [WindowState] = [
        WindowState("camera-question") { $0.refuse(.notDetermined) },
        WindowState("camera-not-decided") { cast in
            cast.refuse(.notDetermined)
            cast.asksForCamera = false
        },
        WindowState("camera-denied") { $0.refuse(.denied) },
        WindowState("camera-denied-scanning", { $0.refuse(.denied) }, then: activate("scan-codes")),
        WindowState("camera-denied-recording", { $0.refuse(.denied) }, then: activate("record")),
        WindowState("camera-denied-gnome") { cast in
            cast.refuse(.denied)
            cast.consent.isListedByDesktop = true
        },
        WindowState("camera-restricted") { $0.refuse(.restricted(.wholeComputer)) },
        WindowState("camera-restricted-account") { $0.refuse(.restricted(.account)) },
        WindowState(
            "library-question", in: .dialog, { $0.library = FakeLibraryConsent(.notDetermined) },
            then: { _, cast in Task { await cast.library.request() } }),
        WindowState("library-limited") { $0.library = FakeLibraryConsent(.limited(folder: "/home/ann/Few")) },
        WindowState(
            "library-limited-menu", in: .menu,
            { $0.library = FakeLibraryConsent(.limited(folder: "/home/ann/Few")) },
            then: press("Few")),
        WindowState("photo-not-allowed", { $0.failToSave(.notAllowed, access: .denied) }, then: shoot),
        WindowState(
            "photos-not-allowed", { $0.failToSave(.notAllowed, access: .denied) }, then: shoot, shoot),
        WindowState("photo-restricted", { $0.failToSave(.restricted, access: .restricted) }, then: shoot),
        WindowState("photo-not-decided", { $0.failToSave(.notAllowed, access: .notDetermined) }, then: shoot),
        WindowState("photo-disk-full", { $0.failToSave(.diskFull) }, then: shoot),
        WindowState(
            "photo-folder-missing",
            { $0.failToSave(.folderMissing, access: .limited(folder: "/home/ann/Few")) }, then: shoot),
        WindowState("heic-hint", { $0.settings?.set("heic-hint-shown", false) }, then: shoot),
        WindowState(
            "microphone-question", in: .dialog,
            { cast in
                cast.microphone = FakeMicrophoneConsent(.notDetermined)
                cast.microphone.asks = true
            }, then: activate("record")),
    ]

    /// What Scan Latest Screenshot shows in place of a code.
    private static let screenshots: [WindowState] = [
        WindowState(
            "screenshots-question", in: .dialog,
            { $0.screenshots = FakeScreenshotConsent(.notDetermined) },
            then: { _, cast in Task { await cast.screenshots.request() } }),
        scan("denied", .denied, .notAllowed), scan("restricted", .restricted, .notAllowed),
        scan("limited", .limited(folder: "/home/ann/Holiday 2026"), .noneFound),
        scan(
            "limited-old", .limited(folder: "/home/ann/Holiday 2026"),
            .old(path: "/home/ann/Holiday 2026/a.png", age: 250)),
        scan("old", .authorized, .old(path: "/home/ann/Pictures/Screenshots/a.png", age: 250)),
        scan("none", .authorized, .noneFound), scan("no-code", .authorized, .noCode),
        scan("unreadable", .authorized, .unreadable),
        WindowState(
            "screenshots-turned-off", in: .dialog, { $0.settings?.set("scan-screenshots", false) },
            then: activate("scan-screenshot")),
    ]

    private static func scan(_ name: String, _ access: ScreenshotAccess, _ scan: ScreenshotScan)
        -> WindowState
    {
        WindowState(
            "screenshots-" + name, in: .dialog,
            { cast in
                cast.screenshots = FakeScreenshotConsent(access)
                cast.codes.latestScreenshot(scan)
            }, then: activate("scan-screenshot"))
    }

    private static let troubles: [WindowState] =
        [
            WindowState("no-camera") { $0.wait(in: .noCamera, cameras: []) },
            WindowState("opening") { $0.wait(in: .opening(Cast.webcam, attempt: 1)) },
            WindowState("waiting-for-camera") { $0.wait(in: .opening(Cast.webcam, attempt: 2)) },
            WindowState("reconnecting") { $0.wait(in: .restarting(Cast.webcam, restarts: 2)) },
            WindowState("busy") { $0.wait(in: .busy(Cast.webcam, by: nil)) },
            WindowState("busy-by-name") { $0.wait(in: .busy(Cast.webcam, by: "Cheese")) },
            WindowState("disconnected") { $0.wait(in: .disconnected(Cast.webcam), cameras: []) },
        ]
        + [
            ("not-allowed", .notAllowed), ("unsupported", .unsupportedFormat), ("stalled", .stalled),
            ("no-decoder", .decoderMissing(package: "libavcodec-extra")), ("no-source", .noSource),
            ("no-bandwidth", .noBandwidth), ("broken", .failed),
        ].map { (name: String, code: CameraError.Code) in
            WindowState("camera-" + name) { $0.wait(in: .failed(Cast.webcam, CameraError(code))) }
        }

    private static let viewfinder: [WindowState] = [
        WindowState("auto"),
        WindowState("two-cameras") { cast in
            cast.snapshot = Cast.streaming(cast.view, cameras: [Cast.webcam, Cast.other])
        },
        WindowState("camera-shared", { $0.snapshot.isShared = true }),
        WindowState("picture-black", { $0.snapshot.trouble = .black }),
        WindowState("picture-still", { $0.snapshot.trouble = .still }),
        WindowState("picture-colourless", { $0.snapshot.trouble = .colourless }),
        WindowState("test-scene") { cast in
            cast.snapshot = Cast.streaming(cast.view, Cast.testScene)
        },
        WindowState("zoomed", then: activate("zoom-in"), activate("zoom-in")),
        WindowState("square", then: activate("aspect-ratio", "1:1")),
        WindowState("scanning", then: activate("scan-codes")),
        WindowState("countdown", { $0.settings?.set("self-timer", 10) }, then: activate("app.take-photo")),
    ]

    private static let pro: [WindowState] =
        [WindowState("pro", inPro)]
        + ["shutter", "gain", "white-balance", "focus", "exposure"].enumerated().map { place, name in
            WindowState("ruler-" + name, keys: ["Return", "Right"], inPro) { stage, _ in
                try await stage.takeUpDial(place)
            }
        }
        + [
            WindowState("aids") { cast in
                inPro(cast)
                for key in ["focus-peaking", "zebra", "level"] { cast.settings?.set(key, true) }
                cast.settings?.set("histogram", "rgb")
                cast.settings?.set("grid", "thirds")
                var histogram = Histogram()
                histogram.luma = (0..<UInt32(Histogram.binCount)).map { $0 * 40 }
                (histogram.red, histogram.green, histogram.blue) = (
                    histogram.luma, histogram.luma.reversed(), histogram.luma
                )
                cast.capture.tell(AssistantFindings(histogram: histogram))
            }
        ]

    private static let focus: [WindowState] = [
        WindowState("focus-hunting", keys: ["f"]),
        WindowState("focused", keys: ["f"], { end(in: .locked(.center, position: 60, isHeld: false), $0) }),
        WindowState(
            "focus-locked", keys: ["l"], { end(in: .locked(.center, position: 60, isHeld: true), $0) }),
        WindowState("focus-failed", keys: ["f"], { end(in: .failed(.center, .noContrast), $0) }),
        WindowState("focus-fixed", keys: ["f"], { end(in: .fixed(.center, isHeld: false), $0) }),
        WindowState(
            "exposure-at-point", keys: ["f", "plus"], { end(in: .fixed(.center, isHeld: false), $0) }),
    ]

    private static func end(in indicator: FocusIndicator, _ cast: Cast) {
        cast.capture.script { script in
            script.focus = { _ in indicator }
            script.exposureRange = -2...2
        }
    }

    private static let photos: [WindowState] = [
        WindowState("last-photo", then: shoot),
        WindowState("last-burst") { $0.list(burst) },
        WindowState("photo-thrown-away", then: shoot, activate("undo-photo")),
        WindowState("photos-recovered") { cast in
            cast.photos.script {
                $0.recovery = Recovery(
                    photos: [SavedPhoto(path: "/home/ann/Pictures/Camera/IMG_1.heic", format: .heic)],
                    damagedCount: 1)
            }
        },
    ]

    private static let videos: [WindowState] = [
        WindowState("video", plugInMicrophones, then: press(tr("Video"))),
        WindowState(
            "video-sound", in: .menu, plugInMicrophones, then: press(tr("Video")), press(tr("Sound"))),
        WindowState(
            "video-speed", in: .menu, plugInMicrophones, then: press(tr("Video")), press(tr("Speed"))),
        WindowState("recording", beginRecording, then: record),
        WindowState(
            "recording-in-pro",
            { cast in
                beginRecording(cast)
                inPro(cast)
            }, then: record),
        WindowState("recording-paused", beginRecording, then: record, activate("pause-recording")),
        WindowState(
            "time-lapse", beginRecording, then: press(tr("Video")), activate("video-pace", "1000"), record),
    ]

    private static func plugInMicrophones(_ cast: Cast) {
        cast.recorder.plugIn(
            MicrophoneInfo(id: "a", name: "Built-in Microphone", isDefault: true),
            MicrophoneInfo(id: "b", name: "Acme HD Webcam", isDefault: false))
    }

    /// A recording of some length on a disk that is nearly full.
    private static func beginRecording(_ cast: Cast) {
        plugInMicrophones(cast)
        cast.recorder.script { status in
            (status.length, status.byteCount, status.freeBytes) = (.seconds(75), 40_000_000, 900_000_000)
            (status.format, status.level) = (.standard, -30)
        }
    }

    private static let menus: [WindowState] =
        [
            ("main", tr("Main Menu")), ("shape", tr("Shape and Mirror")), ("timer", tr("Self-Timer")),
        ].map { (place: String, name: String) in WindowState("menu-" + place, in: .menu, then: press(name)) }
        + [("aids", tr("Viewing Aids")), ("presets", tr("Presets")), ("more", tr("More"))]
        .map { (place: String, name: String) in
            WindowState("menu-" + place, in: .menu, inPro, then: press(name))
        }
        + [
            WindowState(
                "menu-cameras", in: .menu,
                { $0.snapshot = Cast.streaming($0.view, cameras: [Cast.webcam, Cast.other]) },
                then: press(tr("Choose Camera")))
        ]

    private static let dialogs: [WindowState] = [
        WindowState("preferences", in: .dialog, plugInMicrophones, then: activate("preferences")),
        WindowState("privacy", in: .dialog, then: openPrivacy),
        WindowState(
            "privacy-not-decided", in: .dialog,
            { cast in
                cast.refuse(.notDetermined)
                cast.asksForCamera = false
                cast.library = FakeLibraryConsent(.notDetermined)
                cast.microphone = FakeMicrophoneConsent(.notDetermined)
                cast.screenshots = FakeScreenshotConsent(.notDetermined)
            }, then: openPrivacy),
        WindowState(
            "privacy-denied", in: .dialog,
            { cast in
                cast.refuse(.denied)
                cast.library = FakeLibraryConsent(.denied)
                cast.microphone = FakeMicrophoneConsent(.denied)
                cast.screenshots = FakeScreenshotConsent(.denied)
            }, then: openPrivacy),
        WindowState(
            "privacy-restricted", in: .dialog,
            { cast in
                cast.refuse(.restricted(.wholeComputer))
                cast.library = FakeLibraryConsent(.restricted)
                cast.microphone = FakeMicrophoneConsent(.restricted(.wholeComputer))
                cast.screenshots = FakeScreenshotConsent(.restricted)
            }, then: openPrivacy),
        WindowState(
            "privacy-limited", in: .dialog,
            { cast in
                cast.library = FakeLibraryConsent(.limited(folder: "/home/ann/Few"))
                cast.screenshots = FakeScreenshotConsent(.limited(folder: "/home/ann/Holiday 2026"))
            }, then: openPrivacy),
        WindowState("shortcuts", in: .dialog, then: activate("shortcuts")),
        WindowState("help", in: .dialog, then: activate("help")),
        WindowState("about", in: .dialog, then: activate("about")),
        WindowState(
            "something-wrong", in: .dialog,
            { cast in
                cast.findings = [
                    Finding(.permission(.camera(.denied, isSandboxed: false))),
                    Finding(.permission(.library(.notAsked))), Finding(.encoder(.heicViewer(isThere: false))),
                    Finding(.desktop(.bus(isThere: true))), Finding(.encoder(.jpeg(failure: nil))),
                ]
            }, then: activate("find-out")),
        WindowState(
            "nothing-wrong", in: .dialog, { $0.findings = [Finding(.desktop(.bus(isThere: true)))] },
            then: activate("find-out"), { stage, _ in try await stage.unfold(tr("Details")) }),
    ]

    // MARK: The roll

    private static let openRoll = activate("open-photo")

    private static let burst = (0..<5).map { "IMG_20261122_140203_\(500 - $0 * 33).jpg" }

    private static func listPhotos(_ cast: Cast) {
        cast.list((0..<12).map { "IMG_20261122_14\(30 - $0)02_004.jpg" })
    }

    private static let roll: [WindowState] = [
        WindowState("roll", listPhotos, then: openRoll),
        WindowState("roll-grid", keys: ["g"], listPhotos, then: openRoll),
        WindowState("roll-details", listPhotos, then: openRoll, activate("roll-details")),
        WindowState("roll-burst", { $0.list(burst) }, then: openRoll),
        WindowState("roll-video", { $0.list(["VID_20261122_140203_004.mp4"]) }, then: openRoll),
        WindowState(
            "roll-video-playing", keys: ["space"], { $0.list(["VID_20261122_140203_004.mp4"]) },
            then: openRoll),
        WindowState("roll-empty", { $0.list([]) }, then: openRoll),
        WindowState("roll-not-allowed", { $0.list([], fault: .notAllowed) }, then: openRoll),
        WindowState(
            "roll-damaged",
            { cast in
                listPhotos(cast)
                cast.roll.fail("/home/ann/Pictures/Camera/IMG_20261122_143002_004.jpg", .damaged)
            }, then: openRoll),
    ]

    // MARK: Codes

    private static let codes: [WindowState] =
        [
            ("link", "https://example.com/menu"),
            ("suspicious-link", "http://bank.example@xn--80ak6aa92e.com:81/login?a=b"),
            ("text", "A message in a bottle."),
            ("wifi", "WIFI:T:WPA;S:Guest Network;P:correct horse;;"),
            ("contact", "BEGIN:VCARD\nVERSION:3.0\nFN:Ann Example\nTEL:+49 30 1234567\nEND:VCARD"),
            ("event", "BEGIN:VEVENT\nSUMMARY:Picnic\nDTSTART:20261122T140000Z\nEND:VEVENT"),
            ("phone", "tel:+49301234567"), ("mail", "mailto:ann@example.com"),
        ].map { (kind: String, text: String) in
            WindowState(
                "code-" + kind, in: .dialog, { $0.codes.show(ScannedCode(format: .qr, text: text)) },
                then: activate("scan-codes"))
        }
}

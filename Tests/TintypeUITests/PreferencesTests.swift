// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Platform
import Testing

@testable import TintypeUI

/// The stored choices, which any program can have written.
@MainActor @Suite struct PreferencesTests {
    private let settings: Settings
    private let preferences: Preferences

    init() throws {
        settings = try #require(TestSettings.ours())
        preferences = Preferences(settings: settings)
    }

    private let builtIn = CameraInfo(
        id: CameraID(rawValue: "usb-0"), name: "Built-in", node: "", position: .builtIn)

    @Test func unknownStoredWordReadsAsTheDefault() {
        for key in [
            "last-shooting-mode", "photo-format", "mirror-preview", "mirror-photos", "aspect-ratio",
            "video-format", "histogram", "grid", "anti-flicker", "low-light",
        ] {
            settings.set(key, "nonsense")
        }
        #expect(preferences.mode == .automatic && preferences.photoFormat == .heic)
        #expect(preferences.mirror == .automatic && preferences.photoMirror == .never)
        #expect(preferences.aspect == .native && preferences.videoFormat == .standard)
        #expect(preferences.histogram == .off && preferences.grid == .off)
        #expect(preferences.antiFlicker == .byRegion && preferences.lowLight == .camera)
    }

    @Test func missingSchemaGivesDefaults() {
        let none = Preferences(settings: nil)
        none.photoFormat = .jpeg
        #expect(none.photoFormat == .heic && none.selfTimer == 0 && none.lastCamera == nil)
        // Without a record the hint would come each time.
        #expect(none.hasDecidedAboutHEIC)
        #expect(none.onMirrorChange {} == nil)
    }

    @Test func theViewfinderIsAMirrorForTheCameraOverTheScreenAndPhotosAreNot() {
        #expect(preferences.mirrors(builtIn) && !preferences.mirrors(webcam))
        #expect(!preferences.mirrorsPhotos(of: builtIn))
        preferences.mirror = .never
        preferences.photoMirror = .automatic
        #expect(!preferences.mirrors(builtIn) && preferences.mirrorsPhotos(of: builtIn))
        preferences.photoMirror = .always
        #expect(preferences.mirrorsPhotos(of: webcam))
    }

    @Test func aPhotoHasTheChosenShape() {
        let frame = PixelSize(width: 1920, height: 1080)
        #expect(preferences.photoFraming(of: frame, webcam).portion == nil)
        preferences.aspect = .square
        #expect(
            preferences.photoFraming(of: frame, webcam).portion
                == PixelRect(x: 420, y: 0, width: 1080, height: 1080))
        preferences.aspect = .sixteenToNine
        #expect(preferences.photoFraming(of: frame, webcam).portion == nil)
    }

    /// A picture is made for it before there is a window.
    @Test func oversizedStoredViewfinderIsIgnored() {
        settings.set("viewfinder-width", 7680)
        settings.set("viewfinder-height", 4320)
        #expect(!preferences.expectedTarget.view.isEmpty)
        // The largest that the schema allows.
        settings.set("viewfinder-width", 32_767)
        settings.set("viewfinder-height", 32_767)
        #expect(preferences.expectedTarget.view.isEmpty)
    }

    @Test func viewfinderSizeIsRemembered() {
        preferences.aspect = .square
        preferences.expectedTarget = ViewfinderTarget(
            view: PixelSize(width: 800, height: 600), isMirrored: true)
        #expect(preferences.expectedTarget.view == PixelSize(width: 800, height: 600))
        #expect(preferences.expectedTarget.isMirrored)
        #expect(preferences.expectedTarget.framing == Framing(aspect: .square))
    }

    @Test func theHintAboutHEICIsForThoseWhoHaveNotDecided() {
        #expect(!preferences.hasDecidedAboutHEIC)
        preferences.noteHEICHint()
        #expect(preferences.hasDecidedAboutHEIC)
    }

    @Test func returningToHEICEndsTheHint() {
        preferences.photoFormat = .jpeg
        preferences.photoFormat = .heic
        #expect(preferences.hasDecidedAboutHEIC)
    }

    @Test func qualityStaysAPercentage() {
        for (request, quality) in [(0, 1), (500, 100), (-3, 1), (88, 88)] {
            preferences.photoQuality = request
            #expect(preferences.photoQuality == quality)
        }
    }

    @Test(arguments: [SoundChoice.automatic, .silent, .microphone(id: "alsa_input.usb-1")])
    func theChoiceOfSoundIsKept(choice: SoundChoice) {
        preferences.soundChoice = .microphone(id: "other")
        preferences.soundChoice = choice
        #expect(preferences.soundChoice == choice)
    }

    @Test func aVideoWithoutALimitHasNone() {
        #expect(preferences.videoLimit == nil)
        preferences.videoLimit = .seconds(600)
        #expect(preferences.videoLimit == .seconds(600))
        preferences.videoLimit = nil
        #expect(preferences.videoLimit == nil)
    }

    @Test func unnamedCameraIsNotMissing() {
        preferences.lastCamera = webcam.id
        #expect(preferences.lastCamera == webcam.id)
        preferences.lastCamera = nil
        #expect(preferences.lastCamera == nil)
        preferences.dismissedLibraryFolder = "/f"
        preferences.dismissedLibraryFolder = nil
        #expect(preferences.dismissedLibraryFolder == nil)
    }

    @Test func listenersHearEachChangeUntilTheyLeave() {
        var changes = 0
        var listening = preferences.onCameraDefaultsChange { changes += 1 }
        preferences.antiFlicker = .camera
        var modes = PreferredModes()
        modes[webcam.id] = CaptureMode(
            format: .mjpeg, size: PixelSize(width: 1280, height: 720), rate: FrameRate(30))
        preferences.modes = modes
        #expect(changes == 2 && preferences.modes == modes)
        listening = []
        preferences.antiFlicker = .byRegion
        #expect(changes == 2 && listening.isEmpty)
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
public import Codes
public import Diagnosis
public import Platform

/// The views' dependencies, provided by the program or a test.
public struct AppEnvironment {
    let pictures: any PictureFeeding
    let controls: any ControlSteering
    let focus: any FocusSteering
    let session: any SessionSteering
    let photos: any PhotoTaking
    let recording: any VideoRecording
    let roll: any PhotoBrowsing
    let judge: any FrameJudging
    let consent: any CameraConsenting
    let microphone: any MicrophoneConsenting
    let library: any LibraryConsenting
    let screenshots: any ScreenshotConsenting
    let presence: any PresenceMonitoring
    let codes: any CodeReading
    /// nil without a level sensor.
    let level: (any LevelSensor)?
    let diagnosis: any Diagnosing
    /// Learns whether the GPU shows the window; nil if none is used.
    let graphics: GraphicsTrial?
    let preferences: Preferences
    /// The test scene, with its name in the person's language.
    let testScene: CameraInfo
    /// As `tintype --version` prints it.
    let version: String
    /// Opens the camera if that is allowed. Called for each new window; does nothing while it is open.
    let startCamera: @MainActor () -> Void
    /// Starts everything that the first picture does not need. Called for each new window, once there is a picture
    /// or after a second; does nothing the second time.
    let startRest: @MainActor () -> Void
    /// Changes to the camera named on another command line.
    let useCamera: @MainActor (String) -> Void
    /// Forgets every answer of the person and every setting. Photos, and those that wait to be saved, stay.
    let forgetAll: @MainActor () -> Void
    /// Whether to ask for the camera at the first launch; not when the test scene was asked for.
    let asksForCamera: Bool

    /// - Parameter capture: the capture core, which views see through separate protocols.
    public init(
        capture: any PictureFeeding & ControlSteering & FocusSteering & SessionSteering,
        photos: any PhotoTaking, recording: any VideoRecording, roll: any PhotoBrowsing,
        judge: any FrameJudging, consent: any CameraConsenting, microphone: any MicrophoneConsenting,
        library: any LibraryConsenting, screenshots: any ScreenshotConsenting,
        presence: any PresenceMonitoring, codes: any CodeReading,
        level: (any LevelSensor)? = nil, diagnosis: any Diagnosing,
        graphics: GraphicsTrial? = nil, settings: Settings?, testScene: CameraInfo, version: String,
        asksForCamera: Bool,
        startCamera: @escaping @MainActor () -> Void,
        startRest: @escaping @MainActor () -> Void = {},
        useCamera: @escaping @MainActor (String) -> Void = { _ in },
        forgetAll: @escaping @MainActor () -> Void = {}
    ) {
        (pictures, controls, focus, session) = (capture, capture, capture, capture)
        self.photos = photos
        self.recording = recording
        self.roll = roll
        self.judge = judge
        self.consent = consent
        self.microphone = microphone
        self.library = library
        self.screenshots = screenshots
        self.presence = presence
        self.codes = codes
        self.level = level
        self.diagnosis = diagnosis
        self.graphics = graphics
        self.preferences = Preferences(settings: settings)
        self.testScene = testScene
        self.version = version
        self.asksForCamera = asksForCamera
        self.startCamera = startCamera
        self.startRest = startRest
        self.useCamera = useCamera
        self.forgetAll = forgetAll
    }
}

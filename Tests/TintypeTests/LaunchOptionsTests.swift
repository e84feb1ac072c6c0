// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@testable import tintype

@MainActor @Suite struct LaunchOptionsTests {
    private func command(_ arguments: String...) throws -> LaunchOptions.Command {
        try LaunchOptions.parse(arguments).command
    }

    @Test func noArgumentsOpenTheWindow() throws {
        #expect(try LaunchOptions.parse([]) == LaunchOptions())
        #expect(try command("--gapplication-service") == .window)
        #expect(try LaunchOptions.parse(["--gapplication-service"]).remaining == ["--gapplication-service"])
    }

    @Test func aPhotoGoesIntoTheLibraryOrIntoAFile() throws {
        #expect(try command("--shoot") == .shoot(file: nil))
        #expect(try command("--shoot=/tmp/a=b.heic") == .shoot(file: "/tmp/a=b.heic"))
    }

    @Test(arguments: ["--shoot=a.png", "--shoot=/b.heic/a.MP4", "--record=a.avi", "--record=a.jpg"])
    func noFileIsCalledByTheNameOfAnotherKind(argument: String) throws {
        #expect(throws: LaunchOptions.UsageError.self) { try LaunchOptions.parse([argument]) }
    }

    @Test(arguments: ["a", "a.JPEG", "/b.png/a", "a.heic", "front door 2.1", ".hidden", "a.no-kind-has-this"])
    func otherFileNamesAreKept(name: String) throws {
        #expect(try command("--shoot=" + name) == .shoot(file: name))
    }

    @Test func aPhotoIsFocusedOnAPointOfThePicture() throws {
        let options = try LaunchOptions.parse(["--shoot", "--focus=0.25,1"])
        #expect(options.focus == PointOfInterest(x: 0.25, y: 1))
        #expect(try LaunchOptions.parse(["--shoot"]).focus == nil)
    }

    @Test func optionsValueMayFollowIt() throws {
        #expect(try command("--shoot", "a=b.heic") == .shoot(file: "a=b.heic"))
        #expect(try command("--shoot", "--camera", "test") == .shoot(file: nil))
        let options = try LaunchOptions.parse(["--focus", "0,1", "--shoot", "äö.jpg", "--camera", "test"])
        #expect(options.focus == PointOfInterest(x: 0, y: 1) && options.camera == "test")
        #expect(options.command == .shoot(file: "äö.jpg"))
    }

    @Test(arguments: [
        (["--seconds=5"], "--record"), (["--shoot", "--no-sound"], "--record"), (["--json"], "--doctor"),
        (["--record", "--focus=0,1"], "--shoot"),
    ])
    func anOptionInTheWrongPlaceSaysWhereItBelongs(arguments: [String], owner: String) {
        let error = #expect(throws: LaunchOptions.UsageError.self) { try LaunchOptions.parse(arguments) }
        #expect(error?.message.contains("goes with \(owner) only") == true)
    }

    @Test(arguments: ["--version", "--help", "--reset-permissions"])
    func anAnswerIsNotDroppedInSilence(command: String) {
        #expect(throws: LaunchOptions.UsageError.self) {
            try LaunchOptions.parse(["--deny-camera", command])
        }
    }

    @Test func twoCommandsAtOnceAreRefusedByName() {
        let error = #expect(throws: LaunchOptions.UsageError.self) {
            try LaunchOptions.parse(["--shoot", "--record"])
        }
        #expect(error?.message == "Only one of these at a time: --shoot --record.")
    }

    @Test func helpNamesEveryOptionAndWayToACamera() {
        let words = [
            "--list-cameras", "-v, --verbose", "--shoot=FILE", "--focus=X,Y", "--doctor", "--json",
            "--allow-camera", "--deny-camera", "--allow-microphone", "--deny-microphone",
            "--allow-screenshots", "--deny-screenshots",
            "--reset-permissions", "--permissions", "--version",
            "-h, --help",
            "--camera=CAMERA", "--camera=test", "--camera=pipewire:NAME",
        ]
        for word in words { #expect(Usage.text.contains(word)) }
    }

    @Test(arguments: ["0.5", "0.5,", "0.5,0.5,0.5", "a,b", "-0.1,0", "0,1.5", "nan,0", ""])
    func malformedPointIsRefused(text: String) {
        #expect(throws: LaunchOptions.UsageError.self) {
            try LaunchOptions.parse(["--shoot", "--focus=" + text])
        }
    }

    @Test func theCameraIsNamedInEitherForm() throws {
        #expect(try LaunchOptions.parse(["--camera=test"]).camera == "test")
        #expect(try LaunchOptions.parse(["--camera", "/dev/video2"]).camera == "/dev/video2")
    }

    @Test func answerOptionAloneIsACommand() throws {
        #expect(try command("--allow-camera") == .recordAnswer)
        #expect(try command("--deny-camera") == .recordAnswer)
        let options = try LaunchOptions.parse(["--allow-camera", "--shoot"])
        #expect(options.command == .shoot(file: nil) && options.cameraAnswer == true)
        #expect(try LaunchOptions.parse(["--deny-camera"]).cameraAnswer == false)
        #expect(try LaunchOptions.parse([]).cameraAnswer == nil)
        #expect(try command("--allow-camera", "--camera=test") == .window)
    }

    @Test func theMicrophoneIsAnsweredApartFromTheCamera() throws {
        #expect(try command("--allow-microphone") == .recordAnswer)
        let both = try LaunchOptions.parse(["--allow-camera", "--deny-microphone"])
        #expect(both.cameraAnswer == true && both.microphoneAnswer == false)
        #expect(both.command == .recordAnswer)
        #expect(try LaunchOptions.parse(["--allow-camera"]).microphoneAnswer == nil)
        #expect(try LaunchOptions.parse(["--deny-microphone", "--permissions"]).command == .permissions)
    }

    @Test func permissionsAreListedAndForgotten() throws {
        #expect(try command("--permissions") == .permissions)
        #expect(try command("--reset-permissions") == .resetPermissions)
        let options = try LaunchOptions.parse(["--deny-camera", "--permissions"])
        #expect(options.command == .permissions && options.cameraAnswer == false)
    }

    @Test(arguments: [
        ["--shoot="], ["--camera="], ["--camera"], ["--nonsense"], ["photo.heic"], ["--help=me"],
        ["--help", "--version"], ["--allow-camera", "--deny-camera"],
        ["--allow-microphone", "--deny-microphone"], ["--allow-camera=yes"],
        ["--permissions", "--reset-permissions"], ["--focus=0.5,0.5"], ["--list-cameras", "--focus=0,0"],
        ["--focus", "--shoot"], ["--shoot", "a.jpg", "b.jpg"], ["-x"],
    ])
    func contradictoryOptionsAreRefused(arguments: [String]) {
        #expect(throws: LaunchOptions.UsageError.self) { try LaunchOptions.parse(arguments) }
    }

    @Test func listsSayMoreWhenAsked() throws {
        for option in ["-v", "--verbose"] {
            let options = try LaunchOptions.parse(["--list-cameras", option])
            #expect(options.command == .listCameras)
            #expect(options.isVerbose)
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform
internal import TintypeUI

/// The command line's request.
nonisolated struct LaunchOptions: Equatable, Sendable {
    /// What to do; the window by default.
    nonisolated enum Command: Equatable, Sendable {
        case window
        case help
        case version
        case listCameras
        /// Take one photo without a window, into this file or else into the library.
        case shoot(file: String?)
        /// Record a video without a window, into this new file or else into the library.
        case record(file: String?)
        /// Compress the videos that wait for it; the program starts itself with it.
        case compressVideos
        /// Only records the answers.
        case recordAnswer
        /// Forgets every answer, so that the questions are asked again.
        case resetPermissions
        /// Prints the permissions.
        case permissions
        /// Prints the diagnosis.
        case doctor
    }

    static let compressVideosOption = "compress-videos"
    fileprivate static let pressShutterOption = "press-shutter"

    var command: Command = .window
    /// A camera's id, its node, or `test`.
    var camera: String?
    /// Where a photo without a window is focused first; nil leaves that to the camera.
    var focus: PointOfInterest?
    /// How long a video without a window becomes; nil until it is interrupted.
    var seconds: Double?
    /// Whether such a video has sound, if the microphone is allowed.
    var hasSound = true
    /// Record that the camera is allowed (true) or not (false) before doing anything else.
    var cameraAnswer: Bool?
    /// The same for the microphone.
    var microphoneAnswer: Bool?
    /// The same for the latest screenshot.
    var screenshotsAnswer: Bool?
    /// Take a photo in the window, which is opened if there is none: for the menu of the icon.
    var pressesShutter = false
    /// More output, for the commands that list.
    var isVerbose = false
    /// Output for machines, if the command has it.
    var isJSON = false
    /// Arguments for GApplication, e.g. `--gapplication-service`.
    var remaining: [String] = []

    /// A command line that can't be understood.
    nonisolated struct UsageError: Error, Equatable, Sendable {
        /// The message for the person.
        let message: String

        init(message: String) { self.message = message }

        /// - Parameter argument: the offending one, as typed.
        init(argument: String) {
            message = tr("“%s” is not understood. Try --help.").filling("%s", with: argument)
        }
    }

    /// - Parameter arguments: without the program's name.
    @MainActor static func parse(_ arguments: [String]) throws(UsageError) -> LaunchOptions {
        var options = LaunchOptions()
        options.remaining = arguments.filter { $0.hasPrefix("--gapplication-") }
        var commands: [Command] = []
        for (name, value) in try read(arguments.filter { !$0.hasPrefix("--gapplication-") }) {
            let argument = "--" + name + (value.map { "=" + $0 } ?? "")
            if value?.isEmpty == true { throw UsageError(argument: argument) }
            switch name {
            case "help": commands.append(.help)
            case "version": commands.append(.version)
            case "list-cameras": commands.append(.listCameras)
            case "verbose": options.isVerbose = true
            case "shoot":
                try refuse(value.flatMap(SaveWording.fault(ofPhotoName:)))
                commands.append(.shoot(file: value))
            case "record":
                try refuse(value.flatMap(SaveWording.fault(ofVideoName:)))
                commands.append(.record(file: value))
            case pressShutterOption: options.pressesShutter = true
            case compressVideosOption: commands.append(.compressVideos)
            case "seconds": options.seconds = try length(value ?? "", argument)
            case "no-sound": options.hasSound = false
            case "focus": options.focus = try point(value ?? "", argument)
            case "doctor": commands.append(.doctor)
            case "json": options.isJSON = true
            case "permissions": commands.append(.permissions)
            case "reset-permissions": commands.append(.resetPermissions)
            case "allow-camera": try options.answer(\.cameraAnswer, true, argument)
            case "deny-camera": try options.answer(\.cameraAnswer, false, argument)
            case "allow-microphone": try options.answer(\.microphoneAnswer, true, argument)
            case "deny-microphone": try options.answer(\.microphoneAnswer, false, argument)
            case "allow-screenshots": try options.answer(\.screenshotsAnswer, true, argument)
            case "deny-screenshots": try options.answer(\.screenshotsAnswer, false, argument)
            default: options.camera = value
            }
        }
        guard commands.count < 2 else {
            throw UsageError(
                // Translators: %s is what was typed: two or more options of which each does something else.
                message: tr("Only one of these at a time: %s.")
                    .filling("%s", with: arguments.joined(separator: " ")))
        }
        // These two end before an answer is recorded, and that one forgets it.
        if options.hasAnswer, let command = commands.first,
            [.help, .version, .resetPermissions].contains(command)
        {
            throw UsageError(argument: arguments.joined(separator: " "))
        }
        let command: String? =
            switch commands.first {
            case .doctor: "--doctor"
            case .record: "--record"
            case .shoot: "--shoot"
            default: nil
            }
        for (option, owner, isGiven) in [
            ("--json", "--doctor", options.isJSON), ("--seconds", "--record", options.seconds != nil),
            ("--no-sound", "--record", !options.hasSound), ("--focus", "--shoot", options.focus != nil),
        ] where isGiven && command != owner {
            throw UsageError(
                // Translators: both are options, as --seconds and --record.
                message: tr("%1$s goes with %2$s only.").filling("%1$s", with: option).filling(
                    "%2$s", with: owner))
        }
        let isBare = options.hasAnswer && options.camera == nil && options.remaining.isEmpty
        options.command = commands.first ?? (isBare ? .recordAnswer : .window)
        return options
    }

    @MainActor private static func read(
        _ arguments: [String]
    ) throws(UsageError) -> [(name: String, value: String?)] {
        let (given, rest): ([(name: String, value: String?)], [String])
        do throws(GLibError) {
            let line = try Usage.reader.read(arguments)
            rest = line.rest
            given = line.options.map { ($0.name, $0.value) }
        } catch {
            throw UsageError(message: error.message + ". " + tr("Try --help."))
        }
        if let word = rest.first { throw UsageError(argument: word) }
        return given
    }

    /// Whether there is an answer to record.
    var hasAnswer: Bool { cameraAnswer != nil || microphoneAnswer != nil || screenshotsAnswer != nil }

    /// Only one answer for each device makes sense.
    private mutating func answer(
        _ device: WritableKeyPath<LaunchOptions, Bool?>, _ isAllowed: Bool, _ argument: String
    ) throws(UsageError) {
        guard (self[keyPath: device] ?? isAllowed) == isAllowed else { throw UsageError(argument: argument) }
        self[keyPath: device] = isAllowed
    }

    /// - Parameter fault: what is wrong with a file's name; nil if it is fine.
    private static func refuse(_ fault: String?) throws(UsageError) {
        if let fault { throw UsageError(message: fault) }
    }

    /// Seconds, from a tenth to a day.
    private static func length(_ text: String, _ argument: String) throws(UsageError) -> Double {
        guard let seconds = Double(text), (0.1...86_400).contains(seconds) else {
            throw UsageError(argument: argument)
        }
        return seconds
    }

    /// A point such as `0.5,0.25`: parts of the picture's width and height.
    private static func point(_ text: String, _ argument: String) throws(UsageError) -> PointOfInterest {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let x = parts[0], let y = parts[1], (0...1).contains(x), (0...1).contains(y)
        else { throw UsageError(argument: argument) }
        return PointOfInterest(x: x, y: y)
    }
}

/// The options and their descriptions.
enum Usage {
    static var text: String {
        var text = reader.help
        while text.last == "\n" { text.removeLast() }
        return text
    }

    fileprivate static var reader: CommandLineReader {
        typealias Option = CommandLineReader.Option
        let photo = [
            // Translators: stands for what is typed after --camera=
            Option(
                "camera", takes: .value(tr("CAMERA")), tr("Use this camera, also in a window that is open")),
            Option("list-cameras", tr("List the cameras; opens none that is not allowed")),
            Option("verbose", letter: "v", tr("List how each camera can be focused, too")),
            // Translators: stands for what is typed after --shoot=
            Option(
                "shoot", takes: .optionalValue(tr("FILE")),
                tr("Take a photo without a window, into FILE or the library, and print where it is")),
            // Translators: stands for what is typed after --record=
            Option(
                "record", takes: .optionalValue(tr("FILE")),
                tr("Record a video without a window, into the new FILE or the library, and print where it is")
            ),
            Option(
                "seconds", takes: .value("N"),
                tr("Record for so long; otherwise until Ctrl+C is pressed")),
            Option("no-sound", tr("Record without the microphone")),
            Option("focus", takes: .value("X,Y"), tr("Focus there before the photo; 0.5,0.5 is the middle")),
        ]
        let diagnosis = [
            Option("doctor", tr("Find out what is wrong and say what to do about it")),
            Option("json", tr("Print the diagnosis for machines")),
        ]
        let permissions = [
            Option("allow-camera", tr("Record that Tintype may use the camera")),
            Option("deny-camera", tr("Record that it may not")),
            Option("allow-microphone", tr("Record that Tintype may use the microphone")),
            Option("deny-microphone", tr("Record that it may not")),
            Option("allow-screenshots", tr("Record that Tintype may look at the latest screenshot")),
            Option("deny-screenshots", tr("Record that it may not")),
            Option("reset-permissions", tr("Forget the answers, so that the questions are asked again")),
            Option("permissions", tr("Print what is allowed")),
        ]
        let other = [
            Option("version", tr("Print the version")), Option("help", letter: "h", tr("Print this")),
            Option(LaunchOptions.compressVideosOption, nil), Option(LaunchOptions.pressShutterOption, nil),
        ]
        return CommandLineReader(
            photo + diagnosis + permissions + other,
            summary: tr(
                "Takes photos and records videos with your camera. Without options it opens the window."),
            epilogue: tr(
                "Cameras:\n  --camera=ID             an id, a node or a name that --list-cameras prints\n  --camera=test           the test scene\n  --camera=pipewire:NAME  a camera of PipeWire, without a name its first"
            ))
    }
}

internal import CaptureCore
internal import GLibBridge

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
        /// Only records `cameraAnswer`.
        case recordAnswer
        /// Forgets every answer, so that the questions are asked again.
        case resetPermissions
        /// Prints the permissions.
        case permissions
        /// Prints the diagnosis.
        case doctor
    }

    var command: Command = .window
    /// A camera's id, its node, or `test`.
    var camera: String?
    /// Where a photo without a window is focused first; nil leaves that to the camera.
    var focus: PointOfInterest?
    /// Record that the camera is allowed (true) or not (false) before doing anything else.
    var cameraAnswer: Bool?
    /// More output, for the commands that list.
    var isVerbose = false
    /// Output for machines, where the command has it.
    var isJSON = false
    /// Arguments for GApplication, e.g. `--gapplication-service`.
    var remaining: [String] = []

    /// A command line that can't be understood.
    nonisolated struct UsageError: Error, Equatable, Sendable {
        /// The offending argument, as typed.
        let argument: String
    }

    /// - Parameter arguments: without the program's name.
    static func parse(_ arguments: [String]) throws(UsageError) -> LaunchOptions {
        var options = LaunchOptions()
        var rest = arguments[...]
        var commands: [Command] = []
        var focusArgument: String?
        while let argument = rest.popFirst() {
            let (name, value) = split(argument)
            switch (name, value) {
            case ("--help", nil), ("-h", nil): commands.append(.help)
            case ("--version", nil): commands.append(.version)
            case ("--list-cameras", nil): commands.append(.listCameras)
            case ("--verbose", nil), ("-v", nil): options.isVerbose = true
            case ("--shoot", let file): commands.append(.shoot(file: try nonEmpty(file, argument)))
            case ("--focus", let point?):
                options.focus = try self.point(point, argument)
                focusArgument = argument
            case ("--doctor", nil): commands.append(.doctor)
            case ("--json", nil): options.isJSON = true
            case ("--permissions", nil): commands.append(.permissions)
            case ("--reset-permissions", nil): commands.append(.resetPermissions)
            case ("--allow-camera", nil): try options.answer(true, argument)
            case ("--deny-camera", nil): try options.answer(false, argument)
            case ("--camera", let camera):
                guard let id = try nonEmpty(camera, argument) ?? rest.popFirst() else {
                    throw UsageError(argument: argument)
                }
                options.camera = id
            case (_, _) where argument.hasPrefix("--gapplication-"): options.remaining.append(argument)
            default: throw UsageError(argument: argument)
            }
        }
        guard commands.count < 2 else { throw UsageError(argument: arguments.joined(separator: " ")) }
        // Only the doctor has output for machines.
        if options.isJSON, commands != [.doctor] { throw UsageError(argument: "--json") }
        let isBare = options.cameraAnswer != nil && options.camera == nil && options.remaining.isEmpty
        // A window is focused by clicking.
        if let focusArgument {
            guard case .shoot? = commands.first else { throw UsageError(argument: focusArgument) }
        }
        options.command = commands.first ?? (isBare ? .recordAnswer : .window)
        return options
    }

    /// Only one answer makes sense.
    private mutating func answer(_ isAllowed: Bool, _ argument: String) throws(UsageError) {
        guard cameraAnswer == nil || cameraAnswer == isAllowed else { throw UsageError(argument: argument) }
        cameraAnswer = isAllowed
    }

    private static func split(_ argument: String) -> (name: String, value: String?) {
        guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
            return (argument, nil)
        }
        return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }

    /// A point such as `0.5,0.25`: parts of the picture's width and height.
    private static func point(_ text: String, _ argument: String) throws(UsageError) -> PointOfInterest {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let x = parts[0], let y = parts[1], (0...1).contains(x), (0...1).contains(y)
        else { throw UsageError(argument: argument) }
        return PointOfInterest(x: x, y: y)
    }

    private static func nonEmpty(_ value: String?, _ argument: String) throws(UsageError) -> String? {
        if value?.isEmpty == true { throw UsageError(argument: argument) }
        return value
    }
}

enum Usage {
    static var text: String {
        tr(
            "Usage: tintype [OPTION…]\n\nTakes photos with your camera. Without options it opens the window.\n\nOptions:\n  --camera=CAMERA   use this camera: an id, a node, or “test” for the test scene\n  --list-cameras    list the cameras, without opening any that is not allowed;\n                    with -v also how each can be focused on a point\n  --shoot[=FILE]    take one photo without a window and print where it is\n  --focus=X,Y       focus there before the photo; 0.5,0.5 is the middle\n  --doctor          find out what is wrong and say what to do about it; without\n                    permission no camera is touched; with --json for machines\n\nPermissions:\n  --allow-camera       record that Tintype may use the camera\n  --deny-camera        record that it may not\n  --reset-permissions  forget both, so that the questions are asked again\n  --permissions        print what is allowed\n\nOther:\n  --version         print the version\n  --help            print this"
        )
    }
}

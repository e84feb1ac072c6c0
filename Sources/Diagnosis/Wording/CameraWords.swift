// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// The words about a camera.
enum CameraWords {
    static func words(for finding: CameraFinding, _ camera: CameraSubject) -> FindingWords {
        switch finding {
        case .missing:
            (
                tr("There is no camera %s.").filling("%s", with: camera.name),
                tr("To see which there are, type: tintype --list-cameras")
            )
        case .user(.noProgram): (tr("No other program that can be seen uses it."), nil)
        case .user(.ourselves): (tr("This Tintype uses it."), nil)
        case .user(.tintype): (tr("Another Tintype uses it."), nil)
        case .user(.sharing): (tr("Another program uses it through PipeWire, which shares it."), nil)
        case .user(.program(let name)): (tr("%s has it open.").filling("%s", with: name), nil)
        case .formats(let offers): words(for: offers)
        case .stream(let verdict): words(for: verdict, camera.position)
        }
    }

    private static func words(for offers: OfferFacts) -> FindingWords {
        guard let best = offers.best else {
            return (
                tr("It offers no format that Tintype understands."),
                tr("Nothing can be done about it, unless the camera’s maker has newer firmware.")
            )
        }
        if offers.isGrey {
            return (
                tr("It sees no colours; it may be the infrared camera that recognizes faces."), nil
            )
        }
        let text = trn(
            "It offers %d mode that can be shown, best %s.",
            "It offers %d modes that can be shown, best %s.", offers.usable)
        return (text.filling("%s", with: name(of: best)), nil)
    }

    private static func name(of mode: CaptureMode) -> String {
        "\(mode.format) \(mode.size), \(Decimals.one(mode.rate.framesPerSecond)) fps"
    }

    private static func words(
        for verdict: StreamVerdict, _ position: CameraInfo.Position
    ) -> FindingWords {
        switch verdict {
        case .good(let figures): (tr("It sends pictures.") + " " + numbers(figures), nil)
        case .goodHere(let figures): (tr("It runs in this window.") + " " + numbers(figures), nil)
        case .slow(let figures):
            (
                tr("It sends fewer pictures than it promises.") + " " + numbers(figures),
                tr("More light often helps: in the dark many cameras take longer for each picture.")
            )
        case .flawed(let figures):
            (tr("Some of its pictures are broken.") + " " + numbers(figures), cable(position))
        case .uneven(let figures): (tr("Its pictures stop and go.") + " " + numbers(figures), cable(position))
        case .broken(let figures):
            (tr("All of its pictures are broken.") + " " + numbers(figures), cable(position))
        case .odd(let trouble, let figures): words(for: trouble, position, numbers(figures))
        case .stalled: (tr("It streams, but sends no picture."), replug(position))
        case .hung: (tr("Its driver does not answer."), replug(position))
        case .failed(let error): words(for: error, position)
        case .skipped(.notAllowed): (tr("It was not tried out: the camera is not allowed yet."), nil)
        case .skipped(.usedByTintype): (tr("It was not tried out: another Tintype uses it."), nil)
        case .skipped(.recalled): (tr("It was not tried out: it had to be closed."), nil)
        }
    }

    private static func words(
        for trouble: PictureTrouble, _ position: CameraInfo.Position, _ numbers: String
    ) -> FindingWords {
        switch trouble {
        case .black:
            (
                tr("Its picture is black.") + " " + numbers,
                tr(
                    "Open its cover, or press the key that turns the camera off and on. Some built-in cameras need a moment, and a virtual one its program."
                )
            )
        case .still:
            (
                tr("Its picture stands still.") + " " + numbers,
                position == .external
                    ? tr("If something moves in front of it, unplug it and plug it in again.")
                    : tr("If something moves in front of it, restart the computer.")
            )
        case .colourless:
            (
                tr("Its picture has no colours.") + " " + numbers,
                tr(
                    "It may be the infrared camera that recognizes faces: choose another one, if there is one."
                )
            )
        }
    }

    private static func numbers(_ figures: StreamFigures) -> String {
        let layout = figures.stream.layout
        let rate =
            figures.rate.map { tr("%s frames a second").filling("%s", with: Decimals.one($0)) }
            ?? trn("%d frame", "%d frames", figures.frames)
        let broken = trn("%d broken", "%d broken", figures.damaged)
        let gap = tr("longest gap %s ms").filling("%s", with: String(figures.longestGap.milliseconds))
        return "(\(layout.format) \(layout.size): " + [rate, broken, gap].joined(separator: ", ") + ")"
    }

    private static func words(for error: CameraError, _ position: CameraInfo.Position) -> FindingWords {
        switch error.code {
        case .busy(let owner?):
            (
                tr("%s is using it.").filling("%s", with: owner),
                tr("Close it there.")
            )
        case .busy(nil):
            (
                tr("Another program is using it."),
                tr("Close the other program. If you see none, it may belong to another account.")
            )
        case .gone: (tr("It is not there any more."), replug(position))
        case .notAllowed:
            (tr("This account may not open it."), tr("See what is said of its device above."))
        case .unsupportedFormat: (tr("It does not stream in any format that Tintype understands."), nil)
        case .decoderMissing(let package):
            (
                tr("It streams H.264, which nothing on this computer decodes."),
                tr("Install %s.").filling("%s", with: package)
            )
        case .noBandwidth where position == .virtual: (tr("There is no memory for its pictures."), program)
        case .noBandwidth:
            (
                tr("The USB connection has no room for its pictures."),
                position == .external
                    ? tr("Plug it into another USB port, without a hub, or unplug other USB devices.")
                    : tr("Unplug other USB devices.")
            )
        case .stalled: (tr("It streams, but sends no picture."), replug(position))
        case .noSource:
            (
                tr("It is a virtual camera, and no program sends pictures to it."),
                tr("Start it in the program that it belongs to.")
            )
        case .controlRefused, .failed:
            (tr("It reported an error."), replug(position))
        case .crashes:
            (
                tr("It was not tried out: Tintype crashed the last times that it opened it."),
                tr("--camera with its name opens it all the same.")
            )
        }
    }

    /// nil where there is nothing to do.
    private static func cable(_ position: CameraInfo.Position) -> String? {
        switch position {
        case .external: tr("Try another USB port and another cable, without a hub.")
        case .virtual: program
        case .builtIn, .board, .simulated: nil
        }
    }

    private static func replug(_ position: CameraInfo.Position) -> String? {
        switch position {
        case .external: tr("Unplug it and plug it in again.")
        case .builtIn, .board: tr("Restart the computer.")
        case .virtual: program
        case .simulated: nil
        }
    }

    private static var program: String { tr("Start it anew in the program that it belongs to.") }
}

/// Numbers with digits after the point, without Foundation.
enum Decimals {
    /// One digit after the point, and none if it is zero.
    static func one(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the program's real window in any of its states, over fakes: no camera, disk or other program takes part.
//
//     window-states --list                the states' names, each with where to look and the keys that a person has to press
//     window-states [--size=WIDTHxHEIGHT] [--picture=FILE]
//                                         shows the window, and the state that `show-state` asks for
//
// `show-state` is an action of the application with the state's name, as in
//
//     gdbus call --session --dest io.github.tintype.Tintype --object-path /io/github/tintype/Tintype \
//         --method org.gtk.Actions.Activate show-state "[<'recording-paused'>]" "{}"
//
// Its own state is that name once the window shows it, and "failed: …" if it can't be shown. The camera sees a white wall,
// over which words are hardest to read, or a picture.
internal import CaptureCore
internal import Glibc
internal import Platform
internal import TintypeUI

let words = CommandLine.arguments.dropFirst()
if words.contains("--list") {
    for state in WindowState.all {
        print(([state.name, state.front.rawValue] + state.keys).joined(separator: " "))
    }
    exit(0)
}
func value(of option: String) -> String? {
    words.first { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
}
let folder = getenv("TINTYPE_DATADIR").map { String(cString: $0) } ?? ""
MainLoop.attach()
startTranslation(directory: folder + "/locale")
do throws(GLibError) {
    try Resources.register(file: folder + "/tintype.gresource")
} catch {
    print("window-states: no resources: run it by build-aux/with-prefix: \(error.message)")
    exit(1)
}
let sides = value(of: "--size")?.split(separator: "x").compactMap { Int($0) } ?? []
let stage = Stage(
    schemas: [folder + "/../glib-2.0/schemas"], view: FakeView(pictureFile: value(of: "--picture")),
    size: sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil)
exit(stage.run())

// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureTesting
internal import Glibc

// Plays seeded scenes of every kind to the focus search and prints how it does.
//
//     focus-bench [COUNT [FIRST-SEED [KIND]]]
//
// The last line repeats all scenes with what the first click found out about the lens. With a kind, each scene that
// ends wrong or late is printed, too.

let arguments = CommandLine.arguments.dropFirst()
let count = arguments.first.flatMap { Int($0) } ?? 100
let firstSeed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 0
let only = arguments.dropFirst(2).first

print(FocusTally.heading)
var isGood = true
var again = FocusTally("second click")
for kind in FocusSceneClass.allCases where only == nil || kind.rawValue == only {
    var tally = FocusTally(kind.rawValue)
    for seed in firstSeed..<firstSeed + UInt64(count) {
        let scene = kind.scene(seed: seed)
        let trial = FocusTrial(scene)
        tally.add(trial, scene)
        if let motion = trial.motion { again.add(FocusTrial(scene, motion: motion), scene) }
        if only != nil,
            !trial.isRight(for: scene) || trial.isSoft || trial.framesBesideTravel > FocusTally.frameLimit
        {
            print("  seed \(seed): \(FocusTally.describe(trial, scene))")
        }
    }
    print(tally.line)
    isGood = isGood && tally.isGood
}
print(again.line)
exit(isGood && again.isGood ? 0 : 1)

internal import CaptureTesting
internal import Glibc

// Plays seeded scenes of every kind to the focus search and prints how it does.
//
//     focus-bench [COUNT [FIRST-SEED [KIND]]]
//
// With a kind, each scene that ends wrong or late is printed, too.

let arguments = CommandLine.arguments.dropFirst()
let count = arguments.first.flatMap { Int($0) } ?? 100
let firstSeed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 0
let only = arguments.dropFirst(2).first

print(FocusTally.heading)
var isGood = true
for kind in FocusSceneClass.allCases where only == nil || kind.rawValue == only {
    var tally = FocusTally(kind)
    for seed in firstSeed..<firstSeed + UInt64(count) {
        let scene = kind.scene(seed: seed)
        let trial = FocusTrial(scene)
        tally.add(trial, scene)
        if only != nil, !trial.isRight(for: scene) || trial.framesBesideTravel > FocusTally.frameLimit {
            print("  seed \(seed): \(FocusTally.describe(trial, scene))")
        }
    }
    print(tally.line)
    isGood = isGood && tally.isGood
}
exit(isGood ? 0 : 1)

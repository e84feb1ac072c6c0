// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting

/// The results of a kind of scenes: one line of the table.
struct FocusTally {
    /// The time that the search may take besides the motor's own.
    static let frameLimit = 25.0
    private static let columns = [22, 6, 7, 7, 7, 7, 7, 7, 7, 8]

    static let heading = line([
        "scenes", "right", "wrong", "missed", "soft", "frames", "95 %", "most", "late", "of",
    ])

    private let name: String
    private var count = 0
    private var right = 0
    /// Locked in the wrong place.
    private var wrong = 0
    /// Given up, although there was something to focus on.
    private var missed = 0
    /// Locked where the next step is visibly sharper.
    private var soft = 0
    private var late = 0
    private var frames: [Double] = []

    init(_ name: String) { self.name = name }

    mutating func add(_ trial: FocusTrial, _ scene: FocusScene) {
        count += 1
        frames.append(trial.framesBesideTravel)
        if trial.isSoft { soft += 1 }
        if scene.optimum != nil, trial.framesBesideTravel > Self.frameLimit { late += 1 }
        if trial.isRight(for: scene) {
            right += 1
        } else if trial.isLocked == true {
            wrong += 1
        } else {
            missed += 1
        }
    }

    /// 99 of 100 must be right, and in time.
    var isGood: Bool { right * 100 >= count * 99 && late * 100 <= count }

    var line: String {
        let sorted = frames.sorted()
        func share(_ part: Double) -> String {
            sorted.isEmpty ? "-" : String(Int(sorted[min(count - 1, Int(part * Double(count)))].rounded()))
        }
        return Self.line([
            name, String(right), String(wrong), String(missed), String(soft), share(0.5), share(0.95),
            share(1),
            String(late), String(count),
        ])
    }

    static func describe(_ trial: FocusTrial, _ scene: FocusScene) -> String {
        let end = trial.isLocked == true ? "locked" : trial.failure.map { "\($0)" } ?? "no end"
        return
            "\(end), off by \(trial.error), \(trial.framesBesideTravel) of \(trial.frames) frames, \(scene), "
            + "taken for \(trial.motion.map { "\($0)" } ?? "nothing")"
    }

    private static func line(_ cells: [String]) -> String {
        zip(cells, columns).enumerated().map { place, cell in
            let (text, width) = cell
            let space = String(repeating: " ", count: max(0, width - text.count))
            return place == 0 ? text + space : space + text
        }.joined()
    }
}

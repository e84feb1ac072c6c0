// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Platform
import Testing

@Suite final class OpeningNotesTests {
    private let state = FileManager.default.temporaryDirectory.path + "/tintype-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: state) }

    private func notes(_ version: String = "1") -> OpeningNotes {
        OpeningNotes(state: state, version: version)
    }

    /// The process dies within an opening: the file stays, unlocked.
    private func crash(_ camera: String) throws {
        let notes = notes()
        notes.begin(camera)
        let opened = URL(fileURLWithPath: state + "/openings")
        let files = try FileManager.default.contentsOfDirectory(at: opened, includingPropertiesForKeys: nil)
        let before = try files.map { (file: $0, text: try Data(contentsOf: $0)) }
        notes.end()
        for (file, text) in before { try text.write(to: file) }
    }

    @Test func theSecondCrashInARowIsTheLastByItself() throws {
        #expect(!notes().areBad("a"))
        try crash("a")
        #expect(!notes().areBad("a"))
        try crash("a")
        #expect(notes().areBad("a") && !notes().areBad("b"))
        // An opening that ends makes up for all.
        let good = notes()
        good.begin("a")
        #expect(!notes().areBad("a"), "it has not failed yet")
        good.end()
        #expect(!notes().areBad("a"))
    }

    @Test func anotherVersionTriesAnew() throws {
        try crash("a")
        try crash("a")
        #expect(!notes("2").areBad("a"))
        let newer = notes("2")
        newer.begin("a")
        newer.end()
        #expect(!notes().areBad("a"))
    }

    @Test func aFileOfAnythingElseIsNoCrash() throws {
        try crash("a")
        let opened = URL(fileURLWithPath: state + "/openings")
        let file = try #require(
            try FileManager.default.contentsOfDirectory(at: opened, includingPropertiesForKeys: nil).first)
        for text in ["", "9", "x y", "-5 1", String(repeating: "9", count: 4000)] {
            try Data(text.utf8).write(to: file)
            #expect(!notes().areBad("a"))
        }
    }

    @Test func withoutAPlaceCamerasAreOpenedAllTheSame() {
        let nowhere = OpeningNotes(state: "/proc/nowhere", version: "1")
        nowhere.begin("a")
        #expect(!nowhere.areBad("a"))
        nowhere.end()
    }
}

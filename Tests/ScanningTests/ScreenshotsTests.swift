// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting
import Codes
import Foundation
import Testing

@testable import Scanning

struct ScreenshotsTests {
    private let folder = TemporaryFolder()
    private let now = 1_700_000_000

    private func make(_ name: String, age: Int) throws {
        let path = folder.path + "/" + name
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        let date = Date(timeIntervalSince1970: Double(now - age))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }

    private var newest: String? {
        let found = Screenshots.newest(in: [folder.path + "/missing", folder.path], now: now)
        guard case .image(let path, let age) = found, age < Screenshots.newestAge else { return nil }
        return (path as NSString).lastPathComponent
    }

    @Test func theNewestOfTheLastMinuteIsFound() throws {
        #expect(newest == nil)
        try make("old.png", age: 240)
        #expect(newest == nil)
        // Its age is known, without its being opened.
        let old = folder.path + "/old.png"
        #expect(Screenshots.newest(in: [folder.path], now: now) == .image(path: old, age: 240))
        try make("b.png", age: 59)
        #expect(newest == "b.png")
        try make("a.JPG", age: 5)
        try make("c.webp", age: 30)
        #expect(newest == "a.JPG")
    }

    @Test func otherFilesAreNoScreenshots() throws {
        try make("notes.txt", age: 1)
        try make(".hidden.png", age: 1)
        try make("secret.png", age: 1)
        try FileManager.default.createDirectory(
            atPath: folder.path + "/folder.png", withIntermediateDirectories: false)
        // A link could lead to any file.
        try FileManager.default.moveItem(atPath: folder.path + "/secret.png", toPath: folder.path + "/secret")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.png", withDestinationPath: folder.path + "/secret")
        #expect(newest == nil)
    }

    @Test func futureScreenshotIsNotTheNewest() throws {
        try make("later.png", age: -61)
        #expect(newest == nil)
        // Clocks of file servers differ a little.
        try make("soon.png", age: -5)
        #expect(newest == "soon.png")
    }

    @Test func missingPermissionLooksAtNothing() async {
        let reader = testReader(folderNames: [""])
        #expect(await reader.codesInLatestScreenshot() == .notAllowed)
    }
}

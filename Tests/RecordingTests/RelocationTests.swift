// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Media
import Testing

/// Files and folders that go away under a recording.
@MainActor @Suite(.enabled(if: RecordingTest.canRecord, "no x264, AAC encoder or ffmpeg"))
struct RelocationTests {
    enum Trouble: CaseIterable {
        case deleted, replaced, trashed, renamed, folderDeleted, folderMoved, folderBlocked, allBlocked

        /// Does it to a video in the library `Camera` of a folder.
        func happen(to path: String, in folder: String) throws {
            let manager = FileManager.default
            let camera = folder + "/Camera"
            switch self {
            case .deleted: try manager.removeItem(atPath: path)
            case .replaced:
                try manager.removeItem(atPath: path)
                try Data("synced".utf8).write(to: URL(fileURLWithPath: path))
            case .trashed:
                try manager.createDirectory(atPath: folder + "/.Trash", withIntermediateDirectories: true)
                try manager.moveItem(atPath: path, toPath: folder + "/.Trash/video")
            case .renamed: try manager.moveItem(atPath: path, toPath: folder + "/mine")
            case .folderDeleted: try manager.removeItem(atPath: camera)
            case .folderMoved: try manager.moveItem(atPath: camera, toPath: folder + "/Elsewhere")
            case .folderBlocked, .allBlocked:
                try manager.removeItem(atPath: camera)
                try Data().write(to: URL(fileURLWithPath: camera))
                if self == .allBlocked { try Data().write(to: URL(fileURLWithPath: folder + "/Videos")) }
            }
        }

        /// Where it goes on.
        func place(of name: String, in folder: String) -> String {
            switch self {
            case .deleted, .trashed, .folderDeleted: folder + "/Camera/" + name
            case .replaced: folder + "/Camera/" + name.replacing(".", with: "_1.")
            case .renamed: folder + "/mine"
            case .folderMoved: folder + "/Elsewhere/" + name
            case .folderBlocked: folder + "/Videos/" + name
            case .allBlocked: folder + "/journal/" + name
            }
        }

        var isCopy: Bool { self != .renamed && self != .folderMoved }
    }

    @Test(arguments: Trouble.allCases, [VideoFormat.standard, .original])
    func theVideoGoesOnElsewhereWithAllOfIt(trouble: Trouble, format: VideoFormat) async throws {
        let test = try RecordingTest(PixelSize(width: 640, height: 480), noise: 20)
        let running = try await test.start(format)
        let name = try #require(try files(test.folder + "/Camera").first)
        let first = test.folder + "/Camera/" + name
        try await record(30, running, test)
        try await until("some of it is in the file") { running.status.byteCount > 0 }
        try trouble.happen(to: first, in: test.folder)
        let place = VideoRelocation(
            from: first, to: trouble.place(of: name, in: test.folder), isCopy: trouble.isCopy)
        try await until("it is noticed") { running.status.relocation == place }
        try await record(30, running, test)
        let video = try await running.stop()
        #expect(video.path == place.to && video.relocation == place && video.fault == nil)
        #expect(try RecordingTest.shownTimes(video.path).count == test.count + 1)
        #expect(try VideoFacts.read(video.path).duration >= .seconds(2))
        #expect(try files(test.folder + "/journal").filter { $0.hasSuffix(".video") } == [])
    }

    /// A moment before the end there is no look at the file any more.
    @Test func oneThatIsDeletedAtTheEndIsWhole() async throws {
        let test = try RecordingTest(PixelSize(width: 640, height: 480), noise: 20)
        let running = try await test.start(.standard)
        let name = try #require(try files(test.folder + "/Camera").first)
        try await record(15, running, test)
        try Trouble.deleted.happen(to: test.folder + "/Camera/" + name, in: test.folder)
        let video = try await running.stop()
        #expect(video.relocation?.isCopy == true)
        #expect(try RecordingTest.shownTimes(video.path).count == test.count + 1)
    }

    @Test func withoutAnotherPlaceTheLossIsSaid() async throws {
        let test = try RecordingTest(PixelSize(width: 640, height: 480), noise: 20)
        let running = try await test.start(.standard)
        let name = try #require(try files(test.folder + "/Camera").first)
        try await record(15, running, test)
        try FileManager.default.moveItem(atPath: test.folder + "/journal", toPath: test.folder + "/old")
        try Data().write(to: URL(fileURLWithPath: test.folder + "/journal"))
        try Trouble.allBlocked.happen(to: test.folder + "/Camera/" + name, in: test.folder)
        try await until("it is noticed") { running.status.fault?.code == .fileLost }
        await #expect(throws: RecordingError.self) { _ = try await running.stop() }
    }

    @Test(.enabled(if: Mount.isAllowed, "this user may not mount a small tmpfs"))
    func aDiskThatIsTakenOutKeepsNothing() async throws {
        let test = try RecordingTest(PixelSize(width: 640, height: 480), noise: 20)
        var disk: Mount? = try Mount.tmpfs(bytes: 64 << 20)
        let first = try #require(disk?.path) + "/video.mp4"
        let running = try await test.start(.standard, file: first)
        try await record(30, running, test)
        try await until("some of it is in the file") { running.status.byteCount > 0 }
        disk = nil
        try await until("it is noticed") { running.status.relocation != nil }
        try await record(15, running, test)
        let video = try await running.stop()
        #expect(video.path.hasPrefix(test.folder + "/Videos/") && video.relocation?.from == first)
        #expect(try RecordingTest.shownTimes(video.path).count == test.count + 1)
    }

    /// Pictures at thirty a second.
    private func record(_ count: Int, _ running: any RunningRecording, _ test: RecordingTest) async throws {
        for _ in 0..<count {
            try await Task.sleep(for: .milliseconds(33))
            test.add(to: running)
        }
    }

    private func files(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }
}

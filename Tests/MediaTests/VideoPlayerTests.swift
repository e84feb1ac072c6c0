// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Media
import Testing

@Suite struct VideoPlayerTests {
    private let folder = TemporaryFolder()
    private let size = PixelSize(width: 160, height: 120)

    private func file(_ video: TestVideo) async throws -> OpenFile {
        let file = try folder.file()
        try await video.record(into: file)
        return file
    }

    /// The next picture for which a condition holds.
    private func picture(
        _ player: VideoPlayer, where condition: (VideoPicture) -> Bool = { _ in true }
    ) async throws -> VideoPicture {
        try #require(
            await within { player.takePicture().flatMap { condition($0) ? $0 : nil } },
            "no such picture: \(player.status)")
    }

    /// Asks again and again for at most a minute: what is asked for is polled by the program, too.
    private func within<Value>(_ body: () -> Value?) async -> Value? {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            if let value = body() { return value }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return nil
    }

    /// Where the bar is, of 320 columns: four a picture, from the left edge.
    private func column(_ picture: VideoPicture) -> Int? {
        let photo = picture.photo
        let line = UnsafeRawBufferPointer(
            start: photo.pixels + photo.size.height / 2 * photo.stride, count: photo.size.width * 4)
        let first = (0..<photo.size.width).first { line[$0 * 4] > 200 }
        return first.map { $0 * 320 / photo.size.width }
    }

    @Test(.enabled(if: Installed.mp4, "no x264 or AAC encoder")) func itStandsStillThenPlaysToTheEnd()
        async throws
    {
        let player = try VideoPlayer(try await file(TestVideo(sound: nil)).path, fitting: size)
        let first = try await picture(player)
        #expect(first.time == .zero && first.photo.size == size && column(first) == 0)
        #expect(first.photo.fullSize == PixelSize(width: 320, height: 240))
        #expect(abs(player.status.length / .seconds(1) - 2) < 0.05)
        #expect(!player.status.isPlaying && player.takePicture() == nil)
        let began = ContinuousClock.now
        player.play()
        var times: [Duration] = []
        let hasEnded: Bool? = await within {
            if let picture = player.takePicture() { times.append(picture.time) }
            return player.status.hasEnded ? true : nil
        }
        #expect(hasEnded == true && !player.status.isPlaying && player.status.fault == nil)
        // By the clock, not as fast as they are decoded; beside other tests pictures at the end may come too late to be shown.
        #expect(ContinuousClock.now - began > .seconds(1.5))
        #expect(zip(times, times.dropFirst()).allSatisfy(<))
        #expect(try #require(times.last) > .seconds(1.5))
        // From its end it goes elsewhere, and stands still there.
        player.seek(to: .seconds(1))
        _ = try await picture(player) { abs($0.time / .seconds(1) - 1) < 0.04 }
        try await Task.sleep(for: .milliseconds(200))
        #expect(player.takePicture() == nil && !player.status.hasEnded)
        player.play()
        let on = try await picture(player) { $0.time > .seconds(1.5) }
        #expect(on.time < .seconds(2))
        let isOver: Bool? = await within { player.status.hasEnded ? true : nil }
        #expect(isOver == true)
        player.play()
        let again = try await picture(player) { $0.time < .seconds(1) }
        #expect(again.time < .seconds(1))
    }

    @Test(.enabled(if: Installed.mp4, "no x264 or AAC encoder")) func itGoesExactlyWhereItIsSent()
        async throws
    {
        let player = try VideoPlayer(try await file(TestVideo(sound: nil)).path, fitting: size)
        _ = try await picture(player)
        for (milliseconds, number) in [(1500, 45), (200, 6), (1040, 31)] {
            player.seek(to: .milliseconds(milliseconds))
            let shown = try await picture(player) { abs($0.time / .seconds(1) - Double(number) / 30) < 0.01 }
            #expect(abs(try #require(column(shown)) - number * 4) <= 4)
        }
        // Seeks that came meanwhile are skipped, and the end has a picture.
        for place in stride(from: 0, to: 2000, by: 10) { player.seek(to: .milliseconds(place)) }
        player.seek(to: .seconds(100))
        let last = try await picture(player) { $0.time > .seconds(1.8) }
        #expect(last.time < .seconds(2))
    }

    @Test(.enabled(if: Installed.mp4, "no x264 or AAC encoder")) func anotherSizeIsShownAtOnce() async throws
    {
        let player = try VideoPlayer(try await file(TestVideo(sound: nil)).path, fitting: size)
        _ = try await picture(player)
        player.fit(PixelSize(width: 1000, height: 90))
        let shown = try await picture(player) { $0.photo.size.height == 90 }
        #expect(shown.photo.size == PixelSize(width: 120, height: 90))
    }

    /// With a sound server, or without one.
    @Test(
        .enabled(if: Installed.mp4, "no x264 or AAC encoder"),
        arguments: [VideoWriterSettings.Container.mp4, .webm, .matroska])
    func missingSoundServerDoesNotPreventPlaying(container: VideoWriterSettings.Container) async throws {
        var video = TestVideo(container: container)
        if container == .webm {
            video.encoder = .vp8
            video.sound?.coding = .encoded(.opus)
        }
        let player = try VideoPlayer(try await file(video).path, fitting: size)
        player.setMuted(true)
        player.play()
        let hasEnded: Bool? = await within { player.status.hasEnded ? true : nil }
        #expect(hasEnded == true && player.status.fault == nil)
    }

    @Test func otherFileIsRefused() throws {
        let file = try folder.file()
        try file.write(Array(repeating: 7, count: 5000))
        #expect(throws: MediaFault.self) { try VideoPlayer(file.path, fitting: size) }
        #expect(throws: PhotoFault.damaged) { try VideoReader().player(file.path, fitting: size) }
        #expect(VideoReader().length(file.path) == nil)
        #expect(throws: PhotoFault.damaged) { try VideoReader().poster(file.path, fitting: size) }
    }

    private static let unknownCoding = PhotoFault.decoderMissing(
        coding: "zzzz", package: "gstreamer1.0-libav")

    /// A video in a codec that nothing decodes.
    private func unknownFile() async throws -> OpenFile {
        let file = try await file(TestVideo(sound: nil))
        var bytes = file.bytes
        // The last one: the first is among the brands.
        let name = try #require(bytes.ranges(of: Array("avc1".utf8)).last)
        bytes.replaceSubrange(name, with: Array("zzzz".utf8))
        try file.write(bytes)
        return file
    }

    /// Five seconds would be the limit for a video that says nothing.
    @Test(.enabled(if: Installed.mp4, "no x264 or AAC encoder")) func whatNothingDecodesHasSoonNoPoster()
        async throws
    {
        let file = try await unknownFile()
        // GStreamer's plugins are loaded.
        _ = VideoReader().length(file.path)
        let began = ContinuousClock.now
        #expect(throws: Self.unknownCoding) { try VideoReader().poster(file.path, fitting: size) }
        #expect(ContinuousClock.now - began < .seconds(4))
    }

    /// A codec that nothing decodes is found out before anything is played.
    @Test(.enabled(if: Installed.mp4, "no x264 or AAC encoder")) func aFaultIsNotForgottenByPlaying()
        async throws
    {
        let file = try await unknownFile()
        let player = try VideoPlayer(file.path, fitting: size)
        let fault = await within { player.status.fault }
        #expect(fault == Self.unknownCoding)
        player.play()
        #expect(player.status.fault == Self.unknownCoding && !player.status.isPlaying)
    }

    @Test(.enabled(if: Installed.mp4, "no x264 or AAC encoder")) func aDamagedVideoEndsOrFails() async throws
    {
        let file = try await file(TestVideo(sound: nil))
        let whole = file.bytes
        var random = SeededRandom(seed: 1)
        for _ in 0..<8 {
            var bytes = whole
            for _ in 0..<200 {
                bytes[Int.random(in: 64..<bytes.count, using: &random)] = .random(in: 0...255)
            }
            try file.write(bytes)
            guard let player = try? VideoPlayer(file.path, fitting: size) else { continue }
            // In this order: a video that ends at once, before the seek, would stay at its end.
            player.seek(to: .seconds(1.5))
            player.play()
            let isOver: Bool? = await within {
                player.status.hasEnded || player.status.fault != nil ? true : nil
            }
            #expect(isOver == true)
        }
    }
}

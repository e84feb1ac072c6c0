// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Testing

@testable import Media

/// Videos that other programs and cameras made, here FFmpeg.
@Suite(.enabled(if: Installed.ffmpeg, "no ffmpeg")) struct ForeignVideoTests {
    private let folder = TemporaryFolder()
    private let size = PixelSize(width: 160, height: 120)

    /// - Parameter options: how the pictures, all red, are coded.
    private func video(_ name: String, _ options: String...) throws -> String {
        let path = folder.path + "/" + name
        let made = try output(
            of: ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=red:s=160x120:d=0.2:r=10"] + options + [
                path
            ],
            mayFail: false)
        try #require(made.isEmpty)
        return path
    }

    private func fault(_ path: String) -> PhotoFault? {
        do throws(PhotoFault) {
            _ = try VideoReader().poster(path, fitting: size)
            return nil
        } catch {
            return error
        }
    }

    /// FFmpeg's decoders decode all of these; Debian leaves them out of what it installs with GStreamer.
    @Test(
        .enabled(if: !MediaLibrary.hasElement("avdec_h264"), "FFmpeg's decoders are there"),
        arguments: [
            ("MPEG-4", ["-c:v", "mpeg4"]),
            ("H.264 4:2:2", ["-c:v", "libx264", "-pix_fmt", "yuv422p"]),
            ("H.264 4:2:2", ["-c:v", "libx264", "-pix_fmt", "yuv422p10le"]),
            ("H.264 10 bit", ["-c:v", "libx264", "-pix_fmt", "yuv420p10le"]),
            ("H.264 4:4:4", ["-c:v", "libx264", "-pix_fmt", "yuv444p"]),
            ("HEVC 10 bit", ["-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-tag:v", "hvc1"]),
            ("HEVC 4:2:2 10 bit", ["-c:v", "libx265", "-pix_fmt", "yuv422p10le", "-tag:v", "hvc1"]),
            ("HEVC 4:4:4", ["-c:v", "libx265", "-pix_fmt", "yuv444p", "-tag:v", "hvc1"]),
            ("ProRes", ["-c:v", "prores_ks", "-f", "mov"]),
        ])
    func anIntactVideoSaysWhichDecoderIsMissing(coding: String, options: [String]) async throws {
        let path = folder.path + "/a.mp4"
        _ = try output(
            of: ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=red:s=160x120:d=0.2:r=10"] + options + [
                path
            ],
            mayFail: false)
        let missing = PhotoFault.decoderMissing(coding: coding, package: "gstreamer1.0-libav")
        #expect(fault(path) == missing)
        let player = try VideoPlayer(path, fitting: size)
        let end = ContinuousClock.now + .seconds(60)
        while player.status.fault == nil, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(player.status.fault == missing)
    }

    @Test(arguments: ["a.mov", "a.m4v", "a.3gp", "a.mkv", "a.mp4"])
    func everyContainerIsRead(name: String) async throws {
        let path = try video(name, "-c:v", "libx264", "-pix_fmt", "yuv420p")
        let poster = try VideoReader().poster(path, fitting: size)
        #expect(poster.size == size)
        #expect(VideoReader().length(path).map { abs($0 / .seconds(1) - 0.2) < 0.1 } == true)
    }

    /// As QuickTime wrote it before there was MP4: without a box that says what it is.
    @Test func aMovieWithoutBrandsIsRead() throws {
        let path = try video("a.mov", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart")
        var bytes = try #require(FileManager.default.contents(atPath: path))
        // The box keeps its place: the offsets of the pictures count from the file's start.
        bytes.replaceSubrange(4..<8, with: "free".utf8)
        let old = folder.path + "/old.mov"
        try bytes.write(to: URL(fileURLWithPath: old))
        #expect(try VideoReader().poster(old, fitting: size).size == size)
    }

    @Test func plainHEVCIsShown() throws {
        try #require(MediaLibrary.hasElement("libde265dec") || MediaLibrary.hasElement("avdec_h265"))
        let path = try video("a.mp4", "-c:v", "libx265", "-pix_fmt", "yuv420p", "-tag:v", "hvc1")
        let poster = try VideoReader().poster(path, fitting: size)
        let pixel = UnsafeRawBufferPointer(start: poster.pixels + 60 * poster.stride + 80 * 4, count: 4)
        #expect(pixel[2] > 220 && pixel[1] < 40 && pixel[0] < 40)
    }

    @Test func soundAloneIsNotDamaged() throws {
        let path = folder.path + "/a.mp4"
        _ = try output(
            of: ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=0.5", "-c:a", "aac", path],
            mayFail: false)
        #expect(fault(path) == .unknownKind)
    }

    /// Its first byte can't be read: there is no memory at address 0.
    @Test func aDisksErrorIsNoDamage() {
        #expect(fault("/proc/self/mem") == .failed(EIO))
    }

    @Test func halfAVideoIsDamaged() throws {
        let path = try video("a.mp4", "-c:v", "libx264", "-pix_fmt", "yuv420p")
        let bytes = try #require(FileManager.default.contents(atPath: path))
        try bytes.prefix(bytes.count / 3).write(to: URL(fileURLWithPath: path))
        #expect(fault(path) == .damaged)
    }
}

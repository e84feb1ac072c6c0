// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// Finds codes in pictures. Implemented by Scanning; the views see only this.
///
/// The work is done on a thread of its own, one picture at a time.
public protocol CodeReading: Sendable {
    /// The codes in a frame, the one nearest to the middle first. The frame is held until then.
    ///
    /// - Returns: nil if codes can't be read at present.
    func codes(in frame: Frame) async -> [ScannedCode]?

    /// The codes in an image file that the person chose.
    func codes(inImage path: String) async -> ImageScan

    /// The codes in the newest screenshot. Asks for the permission to look for it if that was not decided.
    func codesInLatestScreenshot() async -> ScreenshotScan

    /// The folder of screenshots, for a dialog in which the person chooses an image; its existence is all that is
    /// looked at. nil if there is none.
    func screenshotsFolder() async -> String?
}

/// The result of scanning an image file.
public enum ImageScan: Equatable, Sendable {
    /// The one nearest to the middle first; there may be none.
    case codes([ScannedCode])
    /// It is no image that can be read.
    case noImage
    /// Codes can't be read at present.
    case unavailable
}

/// The result of scanning the newest screenshot.
public enum ScreenshotScan: Equatable, Sendable {
    /// Tintype may not look for screenshots.
    case notAllowed
    /// It may, but the system lets this account not read the folder.
    case unreadable
    /// There is none at all.
    case noneFound
    /// The newest is no longer new, and was not opened.
    ///
    /// - Parameter age: in seconds; at least a minute.
    case old(path: String, age: Int)
    /// There is a new one, and no code in it.
    case noCode
    case found([ScannedCode])
    /// Codes can't be read at present.
    case unavailable
}

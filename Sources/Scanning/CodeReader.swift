// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
public import Codes
internal import Dispatch
internal import Imaging
public import Permissions
internal import Platform

/// Reads codes from frames, files and the newest screenshot, off threads that must not wait. Thread-safe.
public final class CodeReader: CodeReading {
    /// Not the encoders' queue: a burst would block it for long.
    private let frameQueue = DispatchQueue(label: "tintype-codes", qos: .utility)
    /// A hanging disk does not delay the viewfinder's codes.
    private let fileQueue = DispatchQueue(label: "tintype-code-files", qos: .utility)
    private let frames = FrameScan()
    private let folderNames: [String]
    private let permission: @Sendable () async -> ScreenshotGrant?

    /// - Parameters:
    ///   - folderNames: possible names of the screenshots folder in Pictures, in the person's language too.
    ///   - permission: asked before the newest screenshot is looked for; nil if that is not allowed.
    public init(folderNames: [String], permission: @escaping @Sendable () async -> ScreenshotGrant?) {
        self.folderNames = folderNames
        self.permission = permission
    }

    public func codes(in frame: Frame) async -> [ScannedCode] {
        await run(on: frameQueue) { [frames] in frames.codes(in: frame) }
    }

    public func codes(inImage path: String) async -> [ScannedCode]? {
        await run(on: fileQueue) {
            guard let image = ImageFile(reading: path) else { return nil }
            return image.withGreys { CodeFinder.codes(in: $0, isThorough: true) }
        }
    }

    public func codesInLatestScreenshot() async -> ScreenshotScan {
        guard let grant = await permission() else { return .notAllowed }
        let screenshot = await run(on: fileQueue) { [folderNames] in
            Screenshots.newest(in: folderNames.map { grant.library + "/" + $0 })
        }
        guard let screenshot else { return .noneFound }
        let codes = await codes(inImage: screenshot) ?? []
        return codes.isEmpty ? .noCode : .found(codes)
    }

    private func run<Value: Sendable>(
        on queue: DispatchQueue, _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await Blocking.handover { give in queue.async { give(body()) } }
    }
}

/// The working memory for frames.
// Unchecked is safe: only blocks of the reader's serial queue for frames touch it, which runs one at a time.
private final class FrameScan: @unchecked Sendable {
    private let reader = GreyReader()

    func codes(in frame: Frame) -> [ScannedCode] {
        (try? reader.withGreys(of: frame) { CodeFinder.codes(in: $0, isThorough: true) }) ?? []
    }
}

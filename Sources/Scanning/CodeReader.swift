// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
public import Codes
public import Decoding
internal import Dispatch
internal import Glibc
internal import Imaging
public import Permissions
internal import Platform

/// Reads codes from frames, files and the newest screenshot, in processes apart and off threads that must not wait.
/// Thread-safe.
public final class CodeReader: CodeReading {
    /// Not the encoders' queue: a burst would block it for long.
    private let frameQueue = DispatchQueue(label: "tintype-codes", qos: .utility)
    /// A hanging disk does not delay the viewfinder's codes.
    private let fileQueue = DispatchQueue(label: "tintype-code-files", qos: .utility)
    private let frames: FrameScan
    private let files: ApartDecoder
    private let folderNames: [String]
    private let library: String?
    private let permission: @Sendable () async -> ScreenshotGrant?

    /// - Parameters:
    ///   - folderNames: possible names of the screenshots folder in Pictures, in the person's language too.
    ///   - library: the person's photo library; nil if there is none.
    ///   - pictures: what reads frames.
    ///   - files: what reads files.
    ///   - permission: asked before the newest screenshot is looked for; nil if that is not allowed.
    public init(
        folderNames: [String], library: String?, pictures: ApartDecoder = ApartDecoder(for: .pictures),
        files: ApartDecoder = ApartDecoder(for: .files),
        permission: @escaping @Sendable () async -> ScreenshotGrant?
    ) {
        frames = FrameScan(pictures)
        (self.files, self.folderNames, self.library) = (files, folderNames, library)
        self.permission = permission
    }

    public func codes(in frame: Frame) async -> [ScannedCode]? {
        await run(on: frameQueue) { [frames] in frames.codes(in: frame) }
    }

    public func codes(inImage path: String) async -> ImageScan {
        await run(on: fileQueue) { [files] in
            // Opening a FIFO would block.
            let file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            guard file >= 0 else { return .noImage }
            defer { close(file) }
            var facts = stat()
            guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return .noImage }
            do throws(DecodingFault) {
                return .codes(try files.codes(inFile: file, CodeSearch(isThorough: true)))
            } catch {
                return error == .unavailable ? .unavailable : .noImage
            }
        }
    }

    public func codesInLatestScreenshot() async -> ScreenshotScan {
        guard let grant = await permission() else { return .notAllowed }
        let folders: [String] =
            switch grant.place {
            case .library(let library): folderNames.map { library + "/" + $0 }
            case .folder(let folder): [folder]
            }
        switch await run(on: fileQueue, { Screenshots.newest(in: folders) }) {
        case .none: return .noneFound
        case .unreadable: return .unreadable
        case .image(let path, let age) where age >= Screenshots.newestAge: return .old(path: path, age: age)
        case .image(let path, _):
            return switch await codes(inImage: path) {
            case .codes(let codes): codes.isEmpty ? .noCode : .found(codes)
            case .noImage: .noCode
            case .unavailable: .unavailable
            }
        }
    }

    public func screenshotsFolder() async -> String? {
        guard let library else { return nil }
        return await run(on: fileQueue) { [folderNames] in
            Screenshots.first(of: folderNames.map { library + "/" + $0 })
        }
    }

    private func run<Value: Sendable>(
        on queue: DispatchQueue, _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await Blocking.handover { give in queue.async { give(body()) } }
    }
}

/// Looks at frames as hard as it takes.
// Unchecked is safe: only blocks of the reader's serial queue for frames touch it, which runs one at a time.
private final class FrameScan: @unchecked Sendable {
    private let reader = GreyReader()
    private let decoder: ApartDecoder
    private var effort = ScanEffort()

    init(_ decoder: ApartDecoder) { self.decoder = decoder }

    /// nil if codes can't be read at present.
    func codes(in frame: Frame) -> [ScannedCode]? {
        let search = CodeSearch(isThorough: effort.isThorough(at: .now))
        do {
            let codes = try reader.withGreys(of: frame) { view in
                Result { () throws(DecodingFault) in try decoder.codes(in: view, search) }
            }.get()
            if !codes.isEmpty { effort.found(at: .now) }
            return codes
        } catch {
            return error as? DecodingFault == .unavailable ? nil : []
        }
    }
}

/// How hard the next frame is looked at: lightly, and thoroughly whenever nothing was found for a second. That costs what a
/// middling look at each did.
struct ScanEffort {
    static let patience: Duration = .seconds(1)
    /// Without a look at all, after which scanning counts as turned on anew.
    static let gap: Duration = .seconds(2)

    /// The last moment at which a code was found, or was looked for thoroughly.
    private var since: MonotonicTime?
    private var lastLook: MonotonicTime?

    mutating func isThorough(at now: MonotonicTime) -> Bool {
        if lastLook.map({ now - $0 > Self.gap }) ?? true { since = now }
        lastLook = now
        guard let since, now - since >= Self.patience else { return false }
        self.since = now
        return true
    }

    mutating func found(at now: MonotonicTime) { since = now }
}

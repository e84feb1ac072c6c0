// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
public import Codes
internal import Dispatch
internal import Glibc
public import Imaging
internal import Platform
internal import Synchronization

/// Why a stranger's bytes were not decoded.
public enum DecodingFault: Error, Equatable, Sendable {
    /// They are no image that this computer can read.
    case unreadable
    /// The process apart ended at them, or was ended as it took too long.
    case died
    /// Nothing is decoded at present: the process apart can't be started, or has died too often.
    case unavailable
}

/// The one door for bytes that strangers made: they are decoded in a process of their own, which reaches no file, no network
/// and no display, and may die of them as often as it likes.
///
///     let decoder = ApartDecoder(for: .pictures)
///     let codes = try decoder.codes(in: greys, CodeSearch(isThorough: false))
///
/// The process is this program, started again when something is to be decoded; it ends some seconds after the last request,
/// and with this program, whatever ends that. If it dies, the next request starts another one, with a pause that grows
/// (`RestartPolicy`). Calls block, one at a time. Thread-safe.
public final class ApartDecoder: Sendable {
    /// What it is there for decides what the process loads before it shuts itself in.
    public enum Purpose: String, Sendable {
        /// Codes in pictures of the camera.
        case pictures
        /// Files: decoders of images are loaded, too.
        case files
    }

    private struct State {
        var process: ApartProcess?
        var restarts = RestartPolicy()
        /// The picture that is looked at, and whether the process has its memory.
        var picture: SharedMemory?
        var hasSentPicture = false
        /// Kinds of codes that ended the process, left out until a moment.
        var deadly: (groups: Int, until: MonotonicTime)?
        var lastUse = MonotonicTime(nanoseconds: 0)
        var isEndPlanned = false
        var buffer = [UInt8](repeating: 0, count: DecodingReply.longest)
    }

    private let state = Mutex(State())
    private let purpose: Purpose
    private let program: String
    private let restIdle: Duration
    private let patience: (picture: Duration, file: Duration)
    private static let log = Log(domain: "decoding")

    /// - Parameters:
    ///   - program: this one, also after an upgrade replaced its file; another in tests.
    ///   - restIdle: how long the process waits for another request.
    ///   - patience: how long one picture, and one file, may take.
    public init(
        for purpose: Purpose, program: String = "/proc/self/exe", restIdle: Duration = .seconds(5),
        patience: (picture: Duration, file: Duration) = (.seconds(3), .seconds(20))
    ) {
        (self.purpose, self.program) = (purpose, program)
        (self.restIdle, self.patience) = (restIdle, patience)
    }

    deinit { state.withLock { Self.end(&$0) } }

    /// The process's number while there is one.
    public var processID: Int32? { state.withLock { $0.process?.id } }

    // MARK: Requests

    /// The codes in a picture, the one nearest to the middle first, each once.
    public func codes(in view: GreyView, _ search: CodeSearch) throws(DecodingFault) -> [ScannedCode] {
        let layout = PictureLayout(view)
        return try use { (state) throws(DecodingFault) in
            if state.picture.map({ $0.byteCount < layout.byteCount }) ?? true {
                state.picture = SharedMemory(byteCount: layout.byteCount, isReadOnly: true)
                state.hasSentPicture = false
            }
            guard let picture = state.picture else { throw .unavailable }
            picture.base.copyMemory(from: view.pixels, byteCount: layout.byteCount)
            return try codes(&state, search, within: patience.picture) { (state, search) in
                let isNew = !state.hasSentPicture
                state.hasSentPicture = true
                return (.codes(layout, search), isNew ? [picture.descriptor ?? -1] : [])
            }
        }
    }

    /// The codes in an image file, the one nearest to the middle first, each once.
    ///
    /// - Parameter descriptor: of a regular file, open for reading.
    public func codes(inFile descriptor: Int32, _ search: CodeSearch) throws(DecodingFault) -> [ScannedCode] {
        try use { (state) throws(DecodingFault) in
            try codes(&state, search, within: patience.file) { (_, search) in
                (.codesInFile(search), [descriptor])
            }
        }
    }

    /// A photo, upright and in sRGB's colours, as `PhotoDecoder.photo` makes it.
    ///
    /// - Parameters:
    ///   - descriptor: of a regular file, open for reading.
    ///   - view: what it is to fit into.
    public func photo(inFile descriptor: Int32, fitting view: PixelSize) throws(DecodingFault) -> DecodedPhoto
    {
        try use { (state) throws(DecodingFault) in
            let room = PhotoCopy.stride(width: view.width) * view.height
            guard let memory = SharedMemory(byteCount: room, isReadOnly: false),
                let target = memory.descriptor
            else { throw .unavailable }
            let reply = try ask(
                &state, .photo(fitting: view, room: room), [descriptor, target], within: patience.file)
            guard case .photo(let size, let fullSize, let stride, let isWhole) = reply else {
                throw .unreadable
            }
            // The process apart is not trusted.
            guard size.width > 0, size.height > 0, size.width <= view.width, size.height <= view.height,
                stride == PhotoCopy.stride(width: size.width), fullSize.width > 0, fullSize.height > 0
            else { throw .unreadable }
            let owner = PhotoMemory(memory)
            return DecodedPhoto(
                size: size, fullSize: fullSize, stride: stride, isWhole: isWhole, pixels: memory.base,
                release: { owner.release() })
        }
    }

    /// Ends the process now. The next request starts another.
    public func rest() { state.withLock { Self.end(&$0) } }

    // MARK: The process

    private func use<Value>(
        _ body: (inout State) throws(DecodingFault) -> sending Value
    ) throws(DecodingFault) -> sending Value {
        try state.withLock { (state) throws(DecodingFault) in
            defer {
                state.lastUse = .now
                if !state.isEndPlanned, state.process != nil {
                    state.isEndPlanned = true
                    planEnd(after: restIdle)
                }
            }
            return try body(&state)
        }
    }

    private static let idleQueue = DispatchQueue(label: "tintype-decoding-end", qos: .utility)

    private func planEnd(after time: Duration) {
        Self.idleQueue.asyncAfter(deadline: .now() + .milliseconds(Int(time / .milliseconds(1)))) {
            [weak self] in self?.endIfIdle()
        }
    }

    private func endIfIdle() {
        state.withLock { state in
            let idle = MonotonicTime.now - state.lastUse
            guard idle >= restIdle else { return planEnd(after: restIdle - idle + .milliseconds(1)) }
            state.isEndPlanned = false
            Self.end(&state)
        }
    }

    private static func end(_ state: inout State) {
        state.process?.end()
        (state.process, state.picture, state.hasSentPicture) = (nil, nil, false)
    }

    /// One search, and another without the kinds of codes that ended the process at the first.
    private func codes(
        _ state: inout State, _ search: CodeSearch, within limit: Duration,
        _ request: (inout State, CodeSearch) -> (DecodingRequest, [Int32])
    ) throws(DecodingFault) -> [ScannedCode] {
        var search = search
        if let deadly = state.deadly, MonotonicTime.now < deadly.until { search.groups &= ~deadly.groups }
        var group = 0
        do throws(DecodingFault) {
            return try codesOnce(&state, search, within: limit, request, &group)
        } catch {
            // No group: it had died before, or of the image file.
            guard error == .died, search.groups & ~group != 0 else { throw error }
            Self.log.info("the process apart ended: tried without kinds \(group)")
            search.groups &= ~group
            // What is before the camera stays there for a while.
            if group != 0 { state.deadly = (CodeSearch.allGroups & ~search.groups, .now + Self.caution) }
            return try codesOnce(&state, search, within: limit, request, &group)
        }
    }

    private static let caution: Duration = .seconds(10)

    private func codesOnce(
        _ state: inout State, _ search: CodeSearch, within limit: Duration,
        _ request: (inout State, CodeSearch) -> (DecodingRequest, [Int32]), _ group: inout Int
    ) throws(DecodingFault) -> [ScannedCode] {
        // Before the request is made: a new process has no memory of a picture.
        _ = try running(&state)
        let (asked, descriptors) = request(&state, search)
        let reply = try ask(&state, asked, descriptors, within: limit) { group = $0 }
        guard case .codes(let codes) = reply else { throw .unreadable }
        return codes
    }

    private func ask(
        _ state: inout State, _ request: DecodingRequest, _ descriptors: [Int32], within limit: Duration,
        begins: (Int) -> Void = { _ in }
    ) throws(DecodingFault) -> DecodingReply {
        let process = try running(&state)
        let end = MonotonicTime.now + limit
        var reply = process.send(request, descriptors) ? process.reply(into: &state.buffer, by: end) : nil
        while case .group(let group) = reply {
            begins(group)
            reply = process.reply(into: &state.buffer, by: end)
        }
        guard let reply else {
            lose(&state)
            throw .died
        }
        state.restarts.answered()
        return reply
    }

    private func lose(_ state: inout State) {
        state.process?.end()
        (state.process, state.hasSentPicture) = (nil, false)
        state.restarts.died(at: .now)
    }

    /// The process, started if there is none.
    private func running(_ state: inout State) throws(DecodingFault) -> ApartProcess {
        if let process = state.process { return process }
        switch state.restarts.mayStart(at: .now) {
        case .now: break
        case .later: throw .died
        case .givenUp: throw .unavailable
        }
        do throws(SystemFault) {
            let process = try ApartProcess(program: program, argument: DecodingService.argument(purpose))
            // The first word comes when the walls stand.
            let first = process.reply(into: &state.buffer, by: .now + Self.startLimit)
            guard first == .started(failure: 0) else {
                process.end()
                guard case .started(let number) = first else {
                    throw SystemFault(Errno(rawValue: 0), "start")
                }
                throw SystemFault(Errno(rawValue: number), "walls")
            }
            (state.process, state.hasSentPicture) = (process, false)
            return process
        } catch {
            Self.log.warning(
                "nothing can be decoded apart, so no codes are read",
                .errno(error.cause.rawValue, at: error.call))
            state.restarts.couldNotStart(at: .now)
            throw .unavailable
        }
    }

    /// Much, for a computer that is busy.
    private static let startLimit: Duration = .seconds(15)
}

/// The memory of a photo that was decoded apart, until it is no longer shown.
// Unchecked is safe: it only keeps the memory, which is unmapped once.
private final class PhotoMemory: @unchecked Sendable {
    private let memory: SharedMemory

    init(_ memory: SharedMemory) { self.memory = memory }

    func release() { withExtendedLifetime(memory) {} }
}

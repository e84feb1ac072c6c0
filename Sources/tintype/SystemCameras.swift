// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import CaptureService
internal import Glibc
internal import Permissions
internal import Platform
internal import Synchronization
internal import TestScene

/// The machine's cameras and the test scene.
struct SystemCameras: CameraProviding {
    /// Where this program's cameras come from.
    enum Place: Sendable, Equatable {
        /// The machine's device nodes.
        case nodes
        /// The desktop's PipeWire, which is all that a sandbox has.
        case desktop
    }

    let place: Place
    private let asked: RequestedCamera
    private let pipeWire: PipeWireCameras
    private let drivers = DriverAnswers()
    /// Whether a scan asks PipeWire itself: for commands, and if its camera is the one to use.
    private let asksMedia: Bool
    private let media = MediaWatch()

    /// - Parameters:
    ///   - word: the camera asked for on the command line.
    ///   - waitsForLateCameras: for commands, which look only once; see `PipeWireCameras`.
    ///   - preferred: the camera that was used last.
    init(place: Place, askedFor word: String?, waitsForLateCameras: Bool = false, preferred: CameraID? = nil)
    {
        self.place = place
        asksMedia = waitsForLateCameras || preferred.map(PipeWireCameras.offers) ?? false
        pipeWire = PipeWireCameras(waitsForLateCameras: waitsForLateCameras)
        asked = RequestedCamera(word)
    }

    /// The word of a later command line, in place of the first one's.
    nonisolated func ask(for word: String) { asked.word = word }

    /// A node named on the command line, which may not be found otherwise.
    private nonisolated var extraNode: String? { asked.word.flatMap { $0.hasPrefix("/") ? $0 : nil } }

    /// A camera of PipeWire's named on the command line, in the words after the scheme.
    private nonisolated var extraSource: String? {
        let scheme = PipeWireCameras.scheme
        return asked.word.flatMap { $0.hasPrefix(scheme) ? String($0.dropFirst(scheme.count)) : nil }
    }

    nonisolated func scan(grant: CameraGrant?) -> [CameraInfo] {
        let all = scanEverything(grant: grant)
        guard let word = extraSource, let named = pipeWire.find(word, grant: grant) else { return all }
        // Each camera once: not also under its own id, nor as the kernel's node behind it.
        return [named.info]
            + all.filter {
                ![$0.id.rawValue, PipeWireCameras.scheme + $0.id.rawValue].contains(named.ownID.rawValue)
            }
    }

    /// The kernel's cameras and those that only PipeWire has. A session uses the cameras found so far, because a daemon
    /// that hangs must not hold up the capture thread.
    private nonisolated func scanBoth(_ grant: CameraGrant?) -> [CameraInfo] {
        let nodes = scanNodes(grant: grant)
        guard let grant else { return nodes }
        let isElsewhere = asked.word.map { $0 != CameraID.testScene.rawValue && nodes.meant(by: $0) == nil }
        let isPressing = nodes.isEmpty || isElsewhere == true
        let offers = asksMedia ? pipeWire.offers(grant: grant) : media.offers(grant, isPressing: isPressing)
        let hasSensors = offers.contains(where: \.isSensor)
        let shown = hasSensors ? scanner.scan(grant: grant, listsRaw: false) : nodes
        return shown + PipeWireOffer.additional(offers, to: shown, of: scanner.describedNodes)
    }

    /// - Parameter onChange: called on any thread when PipeWire's cameras came or went.
    nonisolated func observe(_ onChange: @escaping @Sendable () -> Void) { media.observe(onChange) }

    /// The device nodes that look like cameras; without a grant opens none.
    nonisolated func scanNodes(grant: CameraGrant? = nil) -> [CameraInfo] { scanner.scan(grant: grant) }

    private nonisolated var scanner: CameraScanner {
        CameraScanner(extraNodes: [extraNode].compactMap { $0 }, drivers: drivers)
    }

    /// All cameras that a grant shows, asked for or not.
    nonisolated func scanEverything(grant: CameraGrant?) -> [CameraInfo] {
        place == .nodes ? scanBoth(grant) : pipeWire.scan(grant: grant)
    }

    /// Whether there may be cameras that are seen only with a grant.
    nonisolated static func hidesSome(_ place: Place, _ grant: CameraGrant?) -> Bool {
        grant == nil && (place == .desktop || PipeWireCameras.mayRun)
    }

    /// The cameras to examine.
    ///
    /// - Parameter word: the person's word for the only one; nil for all that are offered.
    nonisolated func found(grant: CameraGrant?, meantBy word: String?) -> [CameraInfo] {
        let found = scan(grant: grant)
        guard let word else { return found }
        return found.meant(by: word).map { [$0] } ?? []
    }

    nonisolated func open(
        _ camera: CameraInfo, grant: CameraGrant?
    ) throws(CameraError) -> any CameraDevice {
        if camera.id == .testScene {
            return try TestSceneCamera.open(named: camera.name, pictures: DataLocation.find().scene)
        }
        guard let grant else { throw CameraError(.notAllowed, step: "no grant") }
        if PipeWireCameras.offers(camera.id) {
            return UprightCamera(DecodingCamera(try pipeWire.open(camera, grant: grant)))
        }
        // It would be shown under this one's name, with its settings.
        if scanner.hasAnother(at: camera) {
            throw CameraError(.gone, step: "another camera at \(camera.node)")
        }
        return UprightCamera(DecodingCamera(try V4L2Camera.open(camera, grant: grant)))
    }

    nonisolated func open(
        sharing camera: CameraInfo, grant: CameraGrant?
    ) throws(CameraError) -> any CameraDevice {
        guard let grant else { throw CameraError(.notAllowed, step: "no grant") }
        return UprightCamera(DecodingCamera(try pipeWire.open(sharing: camera, grant: grant)))
    }

    /// Does something with a camera, through PipeWire if another program uses it and both can share it that way. Drivers
    /// say only when a stream starts that a camera is in use.
    ///
    /// - Parameter body: closes the device, also where it throws.
    nonisolated func use<Result>(
        _ camera: CameraInfo, grant: CameraGrant?, _ body: (any CameraDevice) throws(CameraError) -> Result
    ) throws(CameraError) -> Result {
        do throws(CameraError) { return try body(try open(camera, grant: grant)) } catch {
            let direct = error
            guard case .busy = direct.code, let shared = try? open(sharing: camera, grant: grant) else {
                throw direct
            }
            do throws(CameraError) { return try body(shared) } catch {
                // PipeWire lists a camera, too, that a program holds directly, and then refuses the stream or never
                // starts it: the driver's answer says which program that is.
                let isHeld = if case .busy = error.code { true } else { error.underlying == ETIMEDOUT }
                throw isHeld ? direct : error
            }
        }
    }

    /// The camera that a word means, as far as that is known without a grant.
    ///
    /// - Returns: a placeholder if none fits, which a session replaces by the camera that does, once it is found.
    nonisolated func camera(meantBy word: String) -> CameraInfo {
        let found = place == .nodes && extraSource == nil ? scanNodes() : []
        return found.meant(by: word)
            ?? CameraInfo(
                id: CameraID(rawValue: word), name: extraSource.flatMap { $0.isEmpty ? nil : $0 } ?? word,
                node: word.hasPrefix("/") ? word : "", position: .external)
    }
}

/// The word for a camera on the command line, read on any thread.
private nonisolated final class RequestedCamera: Sendable {
    private let stored: Mutex<String?>

    init(_ word: String?) { stored = Mutex(word) }

    var word: String? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

/// Follows PipeWire's cameras on a thread of its own, from the first question with a grant on. Thread-safe.
private nonisolated final class MediaWatch: Sendable {
    private struct State {
        var offers: [PipeWireOffer] = []
        /// The grant with which cameras are followed.
        var grant: CameraGrant?
        var onChange: @Sendable () -> Void = {}
    }

    /// A delay, so that the first picture of the kernel's camera waits for nothing else.
    private static let head: Duration = .seconds(1)

    private let state = Mutex(State())

    func observe(_ onChange: @escaping @Sendable () -> Void) { state.withLock { $0.onChange = onChange } }

    /// - Parameter isPressing: whether no other camera can be the one that is wanted.
    /// - Returns: the cameras found so far; none at first.
    func offers(_ grant: CameraGrant, isPressing: Bool) -> [PipeWireOffer] {
        let (offers, isNew) = state.withLock { state in
            defer { state.grant = grant }
            return (state.offers, state.grant !== grant)
        }
        if isNew { follow(grant, after: isPressing ? .zero : Self.head) }
        return offers
    }

    private func follow(_ grant: CameraGrant, after head: Duration) {
        Blocking.start { [self] in
            // Sleeps on a thread of its own, for which nothing waits.
            usleep(UInt32(head / .microseconds(1)))
            PipeWireCameras().follow(grant: grant) { offers in
                let onChange = state.withLock { state in
                    state.offers = offers
                    return state.onChange
                }
                onChange()
            }
        }
    }
}

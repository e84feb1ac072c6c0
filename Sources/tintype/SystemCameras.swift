internal import Cameras
internal import CaptureCore
internal import CaptureService
internal import Permissions
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
    private let asked: AskedFor
    private let pipeWire: PipeWireCameras

    /// - Parameters:
    ///   - word: the camera asked for on the command line.
    ///   - isPatient: see `PipeWireCameras`.
    init(place: Place, askedFor word: String?, isPatient: Bool = false) {
        self.place = place
        pipeWire = PipeWireCameras(isPatient: isPatient)
        asked = AskedFor(word)
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
        let named = extraSource.map { pipeWire.scan(grant: grant, word: $0) } ?? []
        switch place {
        case .nodes: return named + scanNodes()
        case .desktop:
            let all = pipeWire.scan(grant: grant)
            return named + all
        }
    }

    /// The device nodes that look like cameras; opens none, so it needs no permission.
    nonisolated func scanNodes() -> [CameraInfo] {
        CameraScanner(extraNodes: [extraNode].compactMap { $0 }).scan()
    }

    /// All cameras that a grant shows, asked for or not.
    nonisolated func scanEverything(grant: CameraGrant?) -> [CameraInfo] {
        (place == .nodes ? scanNodes() : []) + pipeWire.scan(grant: grant)
    }

    /// The cameras to examine.
    ///
    /// - Parameter word: the person's word for the only one; nil for all that are offered.
    nonisolated func found(grant: CameraGrant?, meantBy word: String?) -> [CameraInfo] {
        let found = scan(grant: grant)
        guard let word else { return found }
        if extraSource != nil { return Array(found.prefix(1)) }
        return Array(Self.meant(by: word, found).map { [$0] } ?? [])
    }

    nonisolated func open(
        _ camera: CameraInfo, grant: CameraGrant?
    ) throws(CameraError) -> any CameraDevice {
        if camera.id == .testScene {
            return try TestSceneCamera.open(named: camera.name, pictures: DataLocation.find().scene)
        }
        guard let grant else { throw CameraError(.notAllowed, step: "no grant") }
        if PipeWireCameras.offers(camera.id) { return try pipeWire.open(camera, grant: grant) }
        return try V4L2Camera.open(camera, grant: grant)
    }

    /// The camera that a word means: an id, a node, a node's last part or a name.
    ///
    /// - Returns: a placeholder where nothing fits: opening it reports that.
    nonisolated func camera(meantBy word: String) -> CameraInfo {
        let found = place == .nodes && extraSource == nil ? scanNodes() : []
        return Self.meant(by: word, found)
            ?? CameraInfo(
                id: CameraID(rawValue: word), name: extraSource.flatMap { $0.isEmpty ? nil : $0 } ?? word,
                node: word.hasPrefix("/") ? word : "", position: .external)
    }

    private nonisolated static func meant(by word: String, _ found: [CameraInfo]) -> CameraInfo? {
        found.first { $0.id.rawValue == word } ?? found.first { $0.node == word }
            ?? found.first { $0.node == "/dev/" + word } ?? found.first { $0.name == word }
    }
}

/// The word for a camera on the command line, read on any thread.
private nonisolated final class AskedFor: Sendable {
    private let stored: Mutex<String?>

    init(_ word: String?) { stored = Mutex(word) }

    var word: String? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

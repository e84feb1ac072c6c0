// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Glibc
public import Permissions
internal import Synchronization

/// The cameras that PipeWire offers, and the connection through which they are seen.
///
///     let cameras = PipeWireCameras()
///     for info in cameras.scan(grant: grant) { … }
///
/// Connects only with a grant. Thread-bound: all calls come from the thread that made the first one.
// Unchecked is safe: `remote` is touched by that one thread alone, which `own` checks on every call; `owner` is atomic.
public final class PipeWireCameras: @unchecked Sendable {
    private let owner = Atomic<UInt>(0)
    private var remote: PipeWireRemote?
    /// How long to wait for the first camera on a new connection that the desktop made.
    private let timeout: Duration

    /// - Parameter waitsForLateCameras: whether a new connection is given two seconds to show a camera. On one that the desktop
    ///   made, the session manager shows them only a moment later, and nothing marks the end of the list. For callers
    ///   that look only once.
    public init(waitsForLateCameras: Bool = false) { timeout = waitsForLateCameras ? .seconds(2) : .zero }

    /// How long to wait for events before checking the grant and the daemon again; milliseconds.
    private static let glance: Int32 = 1000

    /// The prefix of these cameras' ids, on the command line too.
    public static let scheme = PipeWireSource.scheme

    public static func offers(_ camera: CameraID) -> Bool { camera.rawValue.hasPrefix(scheme) }

    /// - Parameter grant: nil finds no camera.
    /// - Returns: none if no daemon runs.
    public func scan(grant: CameraGrant?) -> [CameraInfo] {
        own()
        guard let remote = try? connected(grant) else { return [] }
        return Self.offers(remote, SysfsVideoDevices(places: CameraScanner.Places()).all()).map(\.info)
    }

    /// - Parameters:
    ///   - word: the camera wanted, by id, name or serial; empty: the first.
    ///   - grant: nil finds no camera.
    /// - Returns: the camera, whose id is `scheme` and that word, and the id that `scan` lists it under.
    public func find(_ word: String, grant: CameraGrant?) -> (info: CameraInfo, ownID: CameraID)? {
        own()
        guard let remote = try? connected(grant) else { return nil }
        let devices = SysfsVideoDevices(places: CameraScanner.Places()).all()
        guard let own = Self.meant(by: word, Self.cameras(remote), devices)?.info(devices) else { return nil }
        let id = CameraID(rawValue: Self.scheme + word)
        return (CameraInfo(id: id, name: own.name, node: own.node, position: own.position), own.id)
    }

    /// Everything that PipeWire offers; nothing if no daemon runs.
    public func offers(grant: CameraGrant?) -> [PipeWireOffer] {
        own()
        guard Self.mayRun, let remote = try? connected(grant) else { return [] }
        let devices = SysfsVideoDevices(places: CameraScanner.Places()).all()
        return Self.offers(remote, devices)
    }

    /// Follows PipeWire's cameras until the grant ends. Blocks its thread, for some seconds longer if the daemon hangs.
    ///
    /// - Parameter onChange: called on this thread with all offers, at first and after each change.
    public func follow(grant: CameraGrant, onChange: ([PipeWireOffer]) -> Void) {
        own()
        var last: [PipeWireOffer]?
        while grant.isValid {
            let offers = offers(grant: grant)
            if offers != last { onChange(offers) }
            last = offers
            awaitEvents()
        }
        remote = nil
    }

    /// Waits for events, or until the next look. The connection of a daemon that has ended does not wait any more.
    private func awaitEvents() {
        if let remote, (try? remote.serve(waiting: Self.glance)) != nil { return }
        remote = nil
        poll(nil, 0, Self.glance)
    }

    /// Opens a camera of the kernel's through PipeWire, which several programs can share.
    ///
    /// - Throws: `.gone` if PipeWire does not offer it, and as `open`.
    public func open(sharing camera: CameraInfo, grant: CameraGrant) throws(CameraError) -> any CameraDevice {
        own()
        guard Self.mayRun, !camera.node.isEmpty else { throw CameraError(.gone, step: "pw_registry") }
        let remote = try connected(grant)
        let node = systemRealPath(camera.node) ?? camera.node
        let source = Self.cameras(remote).first { $0.node.map { systemRealPath($0) ?? $0 } == node }
        guard let source else { throw CameraError(.gone, step: "pw_registry") }
        return try PipeWireCamera(camera, source, on: remote) { [weak self] in self?.remote = nil }
    }

    /// Whether there is a daemon to connect to, by the files that its library would look for; a failed connection costs
    /// milliseconds. Needs no grant, because it asks no camera.
    public static var mayRun: Bool {
        let name = systemEnvironment("PIPEWIRE_REMOTE") ?? "pipewire-0"
        if name.hasPrefix("/") { return systemExists(name) }
        let folders = ["PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR", "USERPROFILE"].compactMap(systemEnvironment)
        return folders.contains { systemExists("\($0)/\(name)") } || systemExists("/run/pipewire/\(name)")
    }

    /// The number of cameras, for the diagnosis.
    ///
    /// - Throws: `.notAllowed`, `.gone` if no daemon answers.
    public func count(grant: CameraGrant) throws(CameraError) -> Int {
        own()
        return Self.cameras(try connected(grant)).count
    }

    /// - Throws: `.notAllowed` (also when the grant has ended), `.gone`, `.unsupportedFormat`.
    public func open(_ camera: CameraInfo, grant: CameraGrant) throws(CameraError) -> any CameraDevice {
        own()
        let remote = try connected(grant)
        let word = String(camera.id.rawValue.dropFirst(Self.scheme.count))
        let devices = SysfsVideoDevices(places: CameraScanner.Places()).all()
        guard let source = Self.meant(by: word, Self.cameras(remote), devices) else {
            throw CameraError(.gone, step: "pw_registry")
        }
        // The connection is dropped with its camera, as nothing serves it any more.
        return try PipeWireCamera(camera, source, on: remote) { [weak self] in self?.remote = nil }
    }

    /// The present connection with its events processed, or a new one.
    private func connected(_ grant: CameraGrant?) throws(CameraError) -> PipeWireRemote {
        guard let grant, grant.isValid else { throw CameraError(.notAllowed, step: "no grant") }
        if let remote {
            do {
                try remote.serve()
                return remote
            } catch {
                self.remote = nil
            }
        }
        let descriptor = try grant.openMediaConnection()
        let fresh = try PipeWireRemote.open(descriptor)
        if descriptor != nil { try awaitCamera(on: fresh) }
        remote = fresh
        return fresh
    }

    private func awaitCamera(on remote: PipeWireRemote) throws(CameraError) {
        let end = ContinuousClock.now + timeout
        while Self.cameras(remote).isEmpty {
            let left = end - ContinuousClock.now
            if left <= .zero { return }
            // Rounded up, so that less than a millisecond is still waited for.
            try remote.serve(waiting: Int32(left / .milliseconds(1)) + 1)
        }
    }

    private static func cameras(_ remote: PipeWireRemote) -> [PipeWireSource] {
        remote.sources.filter(\.isCamera)
    }

    private static func offers(_ remote: PipeWireRemote, _ devices: [SysfsVideoDevice]) -> [PipeWireOffer] {
        PipeWireOffer.distinct(cameras(remote).map { PipeWireOffer($0, $0.info(devices)) })
    }

    private static func meant(
        by word: String, _ sources: [PipeWireSource], _ devices: [SysfsVideoDevice]
    ) -> PipeWireSource? {
        sources.first { $0.info(devices).id.rawValue == scheme + word }
            ?? sources.first { $0.isMeant(by: word) }
    }

    private func own() {
        let this = UInt(pthread_self())
        let (isFirst, owner) = owner.compareExchange(expected: 0, desired: this, ordering: .relaxed)
        precondition(isFirst || owner == this, "PipeWireCameras belongs to another thread")
    }
}

/// A camera of PipeWire's, with facts that show whether it is one of the kernel's.
public struct PipeWireOffer: Equatable, Sendable {
    fileprivate let info: CameraInfo
    private let node: String?
    /// The model, if this is libcamera's source for a USB camera.
    private let usbModel: String?
    private let isLibcamera: Bool

    init(_ source: PipeWireSource, _ info: CameraInfo) {
        self.info = info
        (node, usbModel, isLibcamera) = (source.node, source.usbModel, source.isLibcamera)
    }

    /// Whether it is a bare sensor behind libcamera, which alone can develop its raw pictures.
    public var isSensor: Bool { isLibcamera && usbModel == nil }

    /// Leaves out libcamera's source for a USB camera that the driver offers, too.
    static func distinct(_ offers: [PipeWireOffer]) -> [PipeWireOffer] {
        let models = Set(offers.compactMap(\.drivenModel))
        return offers.filter { $0.usbModel.map { !models.contains($0) } ?? true }
    }

    /// The model of a USB camera offered through its driver.
    private var drivenModel: String? {
        guard !isLibcamera, info.id.rawValue.hasPrefix(PipeWireCameras.scheme) else { return nil }
        return CameraID(rawValue: String(info.id.rawValue.dropFirst(PipeWireCameras.scheme.count))).usbModel
    }

    /// The cameras that only PipeWire has.
    ///
    /// - Parameters:
    ///   - cameras: the kernel's cameras.
    ///   - nodes: the kernel's nodes, cameras or not. Their drivers are asked for their functions, because PipeWire's
    ///     session manager takes a bare sensor's nodes for cameras.
    public static func additional(
        _ offers: [PipeWireOffer], to cameras: [CameraInfo], of nodes: [String]
    ) -> [CameraInfo] {
        let known = Set((cameras.map(\.node) + nodes).map { systemRealPath($0) ?? $0 })
        let models = Set(cameras.compactMap(\.id.usbModel))
        return offers.filter { offer in
            if let node = offer.node, known.contains(systemRealPath(node) ?? node) { return false }
            return offer.usbModel.map { !models.contains($0) } ?? true
        }.map(\.info)
    }
}

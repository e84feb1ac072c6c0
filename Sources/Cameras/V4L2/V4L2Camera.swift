// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Glibc
public import Permissions
internal import Platform

/// A camera behind a device node of the kernel's video interface, Video4Linux 2.
///
///     let camera = try V4L2Camera.open(info, grant: grant)
///     let stream = try camera.start()
///     while let frame = try camera.nextFrame() { … }
///     camera.close()
///
/// Opening touches nothing but the node's lists; another program's stream is noticed by `start`. Thread-bound, as
/// `CameraDevice` says; frames may be released on any thread.
public final class V4L2Camera: CameraDevice {
    public let info: CameraInfo
    public let isVirtual: Bool
    public private(set) var requestedMode: CaptureMode?
    private let list: OfferList
    private let node: VideoNode
    private let controls: ControlLane
    private var stream: FrameTaker?
    /// How its pictures have to be turned because of how its sensor is mounted; nil until it was asked.
    private var orientation: PhotoOrientation?
    /// How many frames in a row had the size of another format.
    private var misfits = 0
    /// One or two may be the last of a program that goes.
    private static let mostMisfits = 3
    private var isOpen = true

    private init(_ info: CameraInfo, node: VideoNode, isVirtual: Bool, list: OfferList) {
        self.info = info
        self.isVirtual = isVirtual
        self.node = node
        self.list = list
        controls = ControlLane(node: node, path: info.node)
    }

    deinit { close() }

    public var fileDescriptor: Int32 { node.descriptor }

    public var offers: [ModeOffer] { list.all }
    public var knownOffers: [ModeOffer] { list.known }
    public var modesIfRead: [CaptureMode]? {
        if list.isComplete { return modes }
        list.readRest()
        return nil
    }

    /// Opens the camera's node and reads what it offers.
    ///
    /// A camera without a format that can be shown, or with H.264 only, is opened again through `kernel.converting`.
    ///
    /// - Throws: `.notAllowed` (also when the grant has ended), `.gone`, `.unsupportedFormat` for nodes that are no
    ///   camera or have no format that can be shown, `.noSource`, `.failed`. The node is closed again on every failure.
    public static func open(_ info: CameraInfo, grant: CameraGrant) throws(CameraError) -> V4L2Camera {
        try open(info, grant: grant, kernel: LibV4L2Kernel())
    }

    /// The same through another kernel, for tests.
    public static func open(
        _ info: CameraInfo, grant: CameraGrant, kernel: any VideoKernel
    ) throws(CameraError) -> V4L2Camera {
        guard grant.isValid else { throw CameraError(.notAllowed, step: "open") }
        // Not even opened: the module's answer to VIDIOC_QUERYCAP then keeps some programs from writing to it.
        if VirtualSource.isWritten(node: info.node) == false { throw noSource }
        let camera: V4L2Camera
        do {
            camera = try open(info, kernel)
        } catch {
            guard error.code == .unsupportedFormat, let converting = kernel.converting else { throw error }
            return try openConverted(info, converting, reason: error)
        }
        guard !camera.isIndependent, let converting = kernel.converting,
            let converted = try? open(info, converting)
        else { return camera }
        guard converted.isIndependent else {
            converted.close()
            return camera
        }
        camera.close()
        return converted
    }

    /// Whether there is a format whose frames can each be shown alone.
    private var isIndependent: Bool {
        knownOffers.contains { PixelFormat.independent.contains($0.format) }
    }

    /// - Parameter reason: why it can't be used directly; thrown when the library finds no way either.
    private static func openConverted(
        _ info: CameraInfo, _ kernel: any VideoKernel, reason: CameraError
    ) throws(CameraError) -> V4L2Camera {
        do {
            return try open(info, kernel)
        } catch {
            throw error.code == .failed ? reason : error
        }
    }

    private static func open(
        _ info: CameraInfo, _ kernel: any VideoKernel
    ) throws(CameraError) -> V4L2Camera {
        let node: VideoNode
        do { node = VideoNode(kernel: kernel, descriptor: try kernel.open(info.node)) } catch {
            throw CameraError.from(error, at: "open") { StreamOwner.program(of: info.node) }
        }
        do throws(CameraError) {
            let capabilities = try capabilities(of: node)
            let isVirtual = capabilities.isVirtual
            let list = try usableOffers(of: node, capabilities)
            return V4L2Camera(info, node: node, isVirtual: isVirtual, list: list)
        } catch {
            node.close()
            throw error
        }
    }

    private static let noSource = CameraError(.noSource, step: VideoRequest.queryCapabilities.name)

    private static func capabilities(of node: VideoNode) throws(CameraError) -> CaptureCapabilities {
        do { return try CaptureCapabilities(of: node) } catch {
            // A node without VIDIOC_QUERYCAP is a file, a socket or another kind of device.
            guard error == .unknownRequest || error == .invalidArgument else {
                throw CameraError.from(error, at: VideoRequest.queryCapabilities.name)
            }
            throw unusable(error, .queryCapabilities)
        }
    }

    private static func usableOffers(
        of node: VideoNode, _ capabilities: CaptureCapabilities
    ) throws(CameraError) -> OfferList {
        guard capabilities.isCamera else {
            throw capabilities.isVirtual ? noSource : unusable(nil, .queryCapabilities)
        }
        let list: OfferList
        do { list = try OfferList(of: node) } catch {
            throw CameraError.from(error, at: VideoRequest.listFormats.name)
        }
        let offers = list.known
        if capabilities.isVirtual, offers.isEmpty { throw noSource }
        guard offers.contains(where: { PixelFormat.showable.contains($0.format) }) else {
            throw unusable(nil, .listFormats)
        }
        return list
    }

    private static func unusable(_ cause: Errno?, _ request: VideoRequest) -> CameraError {
        CameraError(.unsupportedFormat, underlying: cause?.rawValue, step: request.name)
    }

    public func start(_ request: ModeRequest) throws(CameraError) -> StreamDescription {
        stop()
        (requestedMode, misfits) = (nil, 0)
        if orientation == nil {
            let rotation = controls.ask { $0.sensorRotation() } ?? nil
            orientation = PhotoOrientation(undoing: rotation ?? 0)
        }
        let starter = StreamStarter(node: node, isVirtual: isVirtual) { [info] in
            StreamOwner.program(of: info.node)
        }
        do throws(CameraError) {
            let (taker, description) = try starter.start(ModeSearch(list, request)) { requestedMode = $0 }
            stream = taker
            return description
        } catch {
            // Without a program the module refuses to start, with errors that differ from version to version.
            // With `keep_format` it says that a program writes to it also while none does.
            let isWritten = VirtualSource.isWritten(node: info.node) == true
            let isRefusal = error.code == .failed || error.code == .unsupportedFormat && !isWritten
            throw isVirtual && isRefusal
                ? CameraError(.noSource, underlying: error.underlying, step: error.step) : error
        }
    }

    public var hasLostSource: Bool { isVirtual && VirtualSource.isWritten(node: info.node) == false }

    public func stop() {
        guard let pool = stream?.pool else { return }
        stream = nil
        StreamStarter.end(pool, on: node)
    }

    public func nextFrame() throws(CameraError) -> Frame? {
        guard stream != nil else { return nil }
        if isVirtual, stream?.hasItsFormat == false {
            throw CameraError(.failed, step: "\(VirtualSource.self): another format")
        }
        let frame: Frame?
        do { frame = try stream?.next() } catch { throw CameraError.from(error.cause, at: error.call) }
        guard let frame, isVirtual, stream?.fits(frame) == false else {
            if frame != nil { misfits = 0 }
            return frame
        }
        // The program has come back with another size, and the device still has the old format until it is opened anew.
        misfits += 1
        guard misfits < Self.mostMisfits else {
            throw CameraError(.failed, step: "\(VirtualSource.self): another size")
        }
        return nil
    }

    public var arrangement: FrameArrangement {
        FrameArrangement(lines: stream?.lines ?? .inOrder, orientation: orientation ?? .upright)
    }

    public func readControls() -> [ControlReading] { controls.readAll() }

    public func readControlsSoon() -> [ControlReading]? { controls.readAllSoon() }

    public func readControl(_ control: ControlID) -> ControlReading? {
        controls.ask { $0.read(control) } ?? nil
    }

    public func value(of control: ControlID) -> Int64? { controls.ask { $0.value(of: control) } ?? nil }

    public var isHanging: Bool { controls.isHanging }

    public func setLater(_ writes: [ControlWrite]) {
        controls.askLater { panel in
            for write in writes { _ = try? panel.set(write.control, to: write.value) }
        }
    }

    public func setControl(_ control: ControlID, to value: Int64) throws(CameraError) -> Int64 {
        try answer { panel throws(CameraError) in try panel.set(control, to: value) }
    }

    public func setRegion(_ window: SensorWindow?, _ automatics: RegionAutomatics) throws(CameraError) {
        try answer { panel throws(CameraError) in try panel.setRegion(window, automatics) }
    }

    private func answer<Value: Sendable>(
        _ body: @escaping @Sendable (inout ControlPanel) throws(CameraError) -> Value
    ) throws(CameraError) -> Value {
        let answer = controls.ask { panel in
            Result { () throws(CameraError) in try body(&panel) }
        }
        guard let answer else {
            throw CameraError(.controlRefused, underlying: ETIMEDOUT, step: VideoRequest.setControls.name)
        }
        return try answer.get()
    }

    public func changedControls() -> Set<ControlID> { controls.changed() }

    public func close() {
        guard isOpen else { return }
        stop()
        isOpen = false
        list.end()
        controls.end { [node] in node.close() }
    }
}

extension PhotoOrientation {
    /// - Parameter rotation: by how many degrees counterclockwise a sensor's pictures have to be turned, as
    ///   `V4L2_CID_CAMERA_SENSOR_ROTATION` states it.
    fileprivate init(undoing rotation: Int64) {
        let degrees = Int((360 - rotation % 360) % 360)
        self.init(turn: Turn(rawValue: degrees) ?? .none, isMirrored: false)
    }
}

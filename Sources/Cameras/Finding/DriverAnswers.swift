// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Permissions
internal import Synchronization

/// A node's function, as its driver reports it.
enum DriverAnswer: Sendable {
    case camera
    /// A camera with raw formats only, as bare sensors have.
    case rawCamera
    case other
}

/// Drivers' reports of their nodes' functions, for nodes about which udev's note can be wrong.
///
/// The note is made once, when a device appears: it misses a virtual camera whose program came later, and it calls the
/// stages of an image processor cameras. Asking opens the node for a moment, so it needs the person's consent, and most
/// nodes are asked only once. Thread-safe.
public final class DriverAnswers: Sendable {
    /// Differs if the node belongs to another device.
    private struct Key: Hashable {
        let node: String
        let device: UInt64
        let folder: String?
    }

    private let known = Mutex<[Key: DriverAnswer]>([:])
    private let kernel: any VideoKernel

    public convenience init() { self.init(kernel: LibV4L2Kernel()) }

    init(kernel: any VideoKernel) { self.kernel = kernel }

    /// - Parameters:
    ///   - folder: the device in sysfs.
    ///   - isLasting: whether the answer stays the same as long as the device is there.
    /// - Returns: nil without consent, and if the driver can't be asked.
    func answer(of node: String, folder: String, isLasting: Bool, grant: CameraGrant?) -> DriverAnswer? {
        guard let grant, grant.isValid else { return nil }
        let key = Key(
            node: node, device: systemDeviceNumber(node) ?? 0, folder: systemRealPath(folder))
        if isLasting, let answer = known.withLock({ $0[key] }) { return answer }
        guard let answer = ask(node) else { return nil }
        if isLasting { known.withLock { $0[key] = answer } }
        return answer
    }

    private func ask(_ node: String) -> DriverAnswer? {
        guard let descriptor = try? kernel.open(node) else { return nil }
        let opened = VideoNode(kernel: kernel, descriptor: descriptor)
        defer { opened.close() }
        guard let capabilities = try? CaptureCapabilities(of: opened) else { return nil }
        guard capabilities.isCamera else { return .other }
        let formats = (try? OfferList.formats(of: opened)) ?? []
        let isRaw = !formats.isEmpty && !formats.contains(where: PixelFormat.showable.contains)
        return isRaw ? .rawCamera : .camera
    }
}

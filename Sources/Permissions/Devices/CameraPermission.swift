// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Glibc
public import Platform

/// The permission for the camera as the program's start and its commands use it: on the bare machine or in a sandbox.
@MainActor
public protocol CameraPermission: CameraConsenting, Sendable {
    /// Connects to the desktop's services and follows them from now on.
    func start()

    /// A check that asks these services on another thread before the main loop starts.
    func earlyCheck() -> any EarlyChecking

    /// A grant while the camera is allowed, else nil. The same one until the permission is withdrawn.
    func currentGrant() -> CameraGrant?

    /// Adds a permanent observer: the owner of the capture service.
    func observe(_ body: @escaping @MainActor (CameraAccess) -> Void)

    /// Asks once and waits: for commands, which have no main loop.
    func readBlocking(_ bus: BusConnection?)

    /// Records an answer and waits until it is stored: for commands. nil takes the answer back.
    ///
    /// - Returns: whether it holds from now on.
    @discardableResult func recordBlocking(isAllowed: Bool?) -> Bool

    /// Takes the answer back: the question is open again.
    func forget()

    /// Whether a no is on record here, regardless of other reasons to keep the camera off.
    var hasRecordedNo: Bool { get }

    /// Whether the desktop did not answer `readBlocking`: the record is then unknown.
    var isUnanswered: Bool { get }

    /// Cameras came or went.
    func camerasMayHaveChanged()
}

/// A look at the permission before there is a main loop.
public protocol EarlyChecking: Sendable {
    /// Blocks until the desktop has answered.
    ///
    /// - Parameter bus: nil if there is none.
    /// - Returns: a grant if the camera is allowed.
    func run(_ bus: BusConnection?) -> CameraGrant?
}

extension EarlyCheck: EarlyChecking where Kind == CameraKind {}

/// Whether this account may open a camera, found out without opening any.
public enum NodeReach {
    /// - Parameter nodes: of all cameras.
    /// - Returns: true if there are cameras and every one of them is for other accounts only.
    public static func isOutOfReach(_ nodes: [String]) -> Bool {
        !nodes.isEmpty && nodes.allSatisfy(isForbidden)
    }

    /// `access(2)` touches the node's permissions only, never the device.
    private static func isForbidden(_ node: String) -> Bool {
        access(node, R_OK | W_OK) != 0 && errno == EACCES
    }
}

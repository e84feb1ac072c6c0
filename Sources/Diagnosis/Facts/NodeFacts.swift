// SPDX-License-Identifier: GPL-3.0-or-later
/// A video node as the system describes it, without opening it.
public struct NodeFacts: Equatable, Sendable {
    /// A node's function.
    public enum Role: String, Sendable {
        case camera
        /// A further node of a camera: metadata, or lesser copies of the picture.
        case secondary
        /// A device without pictures: an output, a codec, a radio.
        case noCapture = "no-capture"
        /// The kernel knows the device, but there is no node.
        case noNode = "no-node"
    }

    public var path: String
    /// The driver's name; empty if the system does not describe the node.
    var name: String
    public var role: Role
    /// nil if there is no node.
    public var rights: NodeRights?

    public init(path: String, name: String, role: Role, rights: NodeRights?) {
        self.path = path
        self.name = name
        self.role = role
        self.rights = rights
    }
}

/// Who may open a node, and whether this account may.
public struct NodeRights: Equatable, Sendable {
    /// Why this account may.
    public enum Way: String, Sendable {
        case root, owner, group, everybody
        /// An access list, as logind makes one for the user at the seat.
        case accessList = "access-list"
    }

    /// Whether this account may open it for reading and writing.
    public var canOpen: Bool
    /// The nine bits, e.g. 0o660.
    public var mode: UInt32
    /// The node's group, e.g. `video`; empty if it has no name.
    var group: String
    public var isRoot: Bool
    public var isOwner: Bool
    public var isInGroup: Bool
    /// Whether its access list names this account.
    public var isListed: Bool

    public init(
        canOpen: Bool, mode: UInt32, group: String, isRoot: Bool = false, isOwner: Bool = false,
        isInGroup: Bool = false, isListed: Bool = false
    ) {
        self.canOpen = canOpen
        self.mode = mode
        self.group = group
        self.isRoot = isRoot
        self.isOwner = isOwner
        self.isInGroup = isInGroup
        self.isListed = isListed
    }

    /// How this account may open it, in the kernel's order (acl(5), "ACCESS CHECK ALGORITHM"); nil if it may not.
    public var way: Way? {
        guard canOpen else { return nil }
        if isRoot { return .root }
        if isOwner { return .owner }
        if isListed { return .accessList }
        return isInGroup && mode & 0o060 == 0o060 ? .group : .everybody
    }
}

/// A camera that is a bare sensor, whose pictures an image processor and libcamera have to develop.
public struct SensorFacts: Equatable, Sendable {
    /// The hardware that receives its pictures.
    public enum Receiver: String, Sendable {
        case intelIPU6 = "ipu6"
        case intelIPU7 = "ipu7"
        case raspberryPi = "raspberry-pi"
    }

    var receiver: Receiver
    /// Whether the kernel has a driver for it.
    var hasDriver: Bool
    /// Whether that driver is loaded but did not start, as without its firmware.
    var isIdle: Bool
    /// Whether PipeWire offers a sensor through libcamera; nil if cameras are not allowed.
    public var isDeveloped: Bool?

    public init(receiver: Receiver, hasDriver: Bool, isIdle: Bool = false, isDeveloped: Bool? = nil) {
        self.receiver = receiver
        self.hasDriver = hasDriver
        self.isIdle = isIdle
        self.isDeveloped = isDeveloped
    }
}

/// A video node, as the system describes it; it was not opened for this.
public struct NodeFacts: Equatable, Sendable {
    /// What the node is for.
    public enum Role: String, Sendable {
        case camera
        /// A further node of a camera that has another one for its pictures: metadata, or lesser copies.
        case secondary
        /// Something that takes no pictures: an output, a codec, a radio.
        case noCapture = "no-capture"
        /// The kernel knows the device, and there is no node for it.
        case noNode = "no-node"
    }

    public var path: String
    /// As the driver says it; empty where the system does not describe the node.
    public var name: String
    public var role: Role
    /// nil where there is no node.
    public var rights: NodeRights?

    public init(path: String, name: String, role: Role, rights: NodeRights?) {
        self.path = path
        self.name = name
        self.role = role
        self.rights = rights
    }
}

/// Who may open a node, and whether that is us.
public struct NodeRights: Equatable, Sendable {
    /// Why we may.
    public enum Way: String, Sendable {
        case root, owner, group, everybody
        /// An access list, as logind makes one for whoever sits at the computer.
        case accessList = "access-list"
    }

    /// Whether this account may open it for reading and writing.
    public var canOpen: Bool
    /// The nine bits, e.g. 0o660.
    public var mode: UInt32
    /// The name of the group that has the node, e.g. `video`; empty where it has no name.
    public var group: String
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

    /// How we may open it, in the order in which the kernel looks (acl(5), "ACCESS CHECK ALGORITHM"); nil where we may
    /// not.
    public var way: Way? {
        guard canOpen else { return nil }
        if isRoot { return .root }
        if isOwner { return .owner }
        if isListed { return .accessList }
        return isInGroup && mode & 0o060 == 0o060 ? .group : .everybody
    }
}

internal import Glibc

/// Whether this account may open a camera, found out without opening any.
public enum NodeReach {
    /// - Parameter nodes: of the cameras there are.
    /// - Returns: true where there are cameras and every one of them is for other accounts only.
    public static func isOutOfReach(_ nodes: [String]) -> Bool {
        !nodes.isEmpty && nodes.allSatisfy(isForbidden)
    }

    /// `access(2)` touches the node's permissions only, never the device.
    private static func isForbidden(_ node: String) -> Bool {
        access(node, R_OK | W_OK) != 0 && errno == EACCES
    }
}

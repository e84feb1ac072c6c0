public import CaptureCore

extension CameraUser {
    /// The program that has a node open. Only programs of the same account can be seen.
    public static func of(node: String) -> CameraUser {
        guard !node.isEmpty, let name = StreamOwner.name(of: node) else { return .nobody }
        return name == "tintype" ? .tintype : .program(name)
    }
}

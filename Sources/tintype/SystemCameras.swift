internal import Cameras
internal import CaptureCore
internal import CaptureService
internal import Permissions

/// The machine's cameras and the test scene.
struct SystemCameras: CameraProviding {
    /// A node named on the command line, which may be one that is found nowhere else.
    let extraNode: String?

    nonisolated func scan() -> [CameraInfo] {
        CameraScanner(extraNodes: [extraNode].compactMap { $0 }).scan()
    }

    nonisolated func open(
        _ camera: CameraInfo, grant: CameraGrant?
    ) throws(CameraError) -> any CameraDevice {
        if camera.id == .testScene { return try TestSceneCamera.open(named: camera.name) }
        guard let grant else { throw CameraError(.notAllowed, step: "no grant") }
        return try V4L2Camera.open(camera, grant: grant)
    }

    /// The camera that a person means by an id, a node, a node's last part or a name.
    ///
    /// - Returns: a camera that is not there where nothing fits: opening it says so.
    nonisolated func camera(meantBy word: String) -> CameraInfo {
        let found = scan()
        return found.first { $0.id.rawValue == word } ?? found.first { $0.node == word }
            ?? found.first { $0.node == "/dev/" + word } ?? found.first { $0.name == word }
            ?? CameraInfo(
                id: CameraID(rawValue: word), name: word, node: word.hasPrefix("/") ? word : "",
                position: .external)
    }
}

import Foundation

/// A folder that is gone with the test.
final class Folder {
    let path = NSTemporaryDirectory() + "scanning-" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

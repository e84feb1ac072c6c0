// SPDX-License-Identifier: GPL-3.0-or-later
/// A node into which another program writes pictures: v4l2loopback's, as OBS, DroidCam and scrcpy use it.
///
/// With its option `exclusive_caps` such a node is an output until a program writes to it and a camera from then on, so
/// that udev's note from when the module was loaded means nothing.
enum VirtualSource {
    /// - Parameter folder: the device in sysfs.
    /// - Returns: whether a program writes to it now; nil for other devices.
    static func isWritten(_ folder: String) -> Bool? {
        switch sysfsAttribute("state", of: folder) {
        case "capture": return true
        case "output": return false
        default:
            // Up to version 0.12 there is only `format`, which is empty until a program has chosen one.
            guard systemExists("\(folder)/max_openers"), let format = systemText("\(folder)/format") else {
                return nil
            }
            return !format.isEmpty
        }
    }

    /// Whether the device is such a node, written to or not.
    static func isOne(_ folder: String) -> Bool {
        systemExists("\(folder)/max_openers") || isWritten(folder) != nil
    }

    /// - Parameter node: such as `/dev/video8`, or a link to it.
    static func isWritten(node: String) -> Bool? {
        let name = (systemRealPath(node) ?? node).split(separator: "/").last ?? ""
        return isWritten("/sys/class/video4linux/\(name)")
    }
}

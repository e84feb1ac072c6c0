// SPDX-License-Identifier: GPL-3.0-or-later
public import Diagnosis
internal import Platform

/// Finds the program that has a camera open, for the "busy" panel.
///
/// Only programs of the same user can be seen; the camera is not asked.
enum StreamOwner {
    /// Programs that hold cameras for others; named only when no other is found.
    private static let brokers: Set<String> = ["pipewire", "wireplumber", "pipewire-media-session"]

    /// - Parameters:
    ///   - node: the camera's device node.
    ///   - processes: where the processes are listed; another place in tests.
    /// - Returns: the program's name as the kernel keeps it (15 bytes at most); nil when none is found.
    static func name(of node: String, processes: String = "/proc") -> String? {
        let target = Target(node)
        let own = String(systemProcessNumber())
        var broker: String?
        for process in systemNames(in: processes) where Int32(process) != nil && process != own {
            let folder = "\(processes)/\(process)"
            guard target.isOpen(in: "\(folder)/fd") else { continue }
            guard let name = programName(folder) else { continue }
            if !brokers.contains(name) { return name }
            broker = name
        }
        return broker
    }

    /// The program to close; nil if only a broker has the camera, whose name means nothing to a person.
    static func program(of node: String) -> String? {
        name(of: node).flatMap { brokers.contains($0) ? nil : $0 }
    }

    private static func programName(_ folder: String) -> String? {
        let name = systemText("\(folder)/comm")?.split(whereSeparator: \.isNewline).first.map(String.init)
        return name?.isEmpty == false ? name : nil
    }

    /// The file to look for among open files.
    private struct Target {
        let path: String
        let device: UInt64?

        init(_ node: String) {
            path = systemRealPath(node) ?? node
            device = systemDeviceNumber(node)
        }

        /// By the link first, which costs least; by the device's number for nodes opened under another name.
        func isOpen(in folder: String) -> Bool {
            systemNames(in: folder).contains { entry in
                let link = "\(folder)/\(entry)"
                guard let opened = systemLink(link) else { return false }
                if opened == path { return true }
                guard let device, opened.hasPrefix("/dev/") else { return false }
                return systemDeviceNumber(link) == device
            }
        }
    }
}

extension CameraUser {
    /// The program that has a node open. Only programs of the same account can be seen.
    public static func of(node: String) -> CameraUser {
        guard !node.isEmpty, let name = StreamOwner.name(of: node) else { return .noProgram }
        if name == "tintype" { return .tintype }
        return StreamOwner.program(of: node) == nil ? .sharing : .program(name)
    }
}

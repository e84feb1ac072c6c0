// SPDX-License-Identifier: GPL-3.0-or-later
internal import Platform

/// The words about the video nodes.
enum DeviceWords {
    static func words(for finding: NodeFinding) -> FindingWords {
        switch finding {
        case .count(_, 0, nil):
            (
                tr("Cameras of PipeWire were not looked at: the camera is not allowed yet."),
                tr("Allow it: tintype --allow-camera")
            )
        case .count(_, 0, let elsewhere?) where elsewhere > 0: (tr("The cameras come through PipeWire."), nil)
        case .count(0, _, _): (tr("There is no video device."), plugIn)
        case .count(_, 0, _): (tr("None of the video devices is a camera."), plugIn)
        case .count(let nodes, let cameras, _):
            (
                trn("There is %d video device.", "There are %d video devices.", nodes) + " "
                    + trn("%d of them is a camera.", "%d of them are cameras.", cameras), nil
            )
        case .node(let path, let name, let role): words(for: path, name, role)
        case .sensor(let sensor, let isOnly): words(for: sensor, isOnly: isOnly)
        case .access(let path, let rights): words(for: path, rights)
        }
    }

    private static func words(for sensor: SensorFacts, isOnly: Bool) -> FindingWords {
        let name =
            switch sensor.receiver {
            case .intelIPU6: "Intel IPU6"
            case .intelIPU7: "Intel IPU7"
            case .raspberryPi: "Raspberry Pi"
            }
        let isSensor =
            (isOnly || sensor.isDeveloped == true
            // Translators: %s is what takes in the sensor's pictures, such as Intel IPU6.
            ? tr("The built-in camera is a bare sensor (%s).")
            : tr("This computer may have another camera, a bare sensor (%s).")).filling("%s", with: name)
        switch (sensor.hasDriver, sensor.isDeveloped) {
        case (_, true): return (isSensor + " " + tr("Its pictures come through PipeWire."), nil)
        case (true, _) where sensor.isIdle:
            return (
                isSensor + " " + tr("Its driver did not start; its firmware may be missing."),
                sensor.receiver == .intelIPU6
                    // Of Debian 13, in the section non-free-firmware.
                    ? tr("Install what is missing, then restart the computer: sudo apt install %s")
                        .filling("%s", with: "firmware-intel-graphics")
                    : tr(
                        "Install the firmware of the computer’s maker or of your system, then restart the computer."
                    )
            )
        case (false, _):
            let kernel = sensor.receiver == .intelIPU7 ? "6.17" : "6.10"
            return (
                isSensor + " " + tr("The system has no driver for it."),
                tr(
                    "Linux %s or newer has one. It also needs the firmware of the computer’s maker or of your system."
                )
                .filling("%s", with: kernel)
            )
        case (true, false):
            return (
                isSensor + " "
                    + tr("Its pictures come through PipeWire and libcamera, which do not offer it."),
                tr("Install what is missing, then log in again: sudo apt install %s")
                    .filling("%s", with: "pipewire-libcamera libcamera-ipa")
            )
        case (true, nil):
            return (
                isSensor + " "
                    + tr("Whether PipeWire offers it was not looked at: the camera is not allowed yet."), nil
            )
        }
    }

    private static var plugIn: String {
        tr(
            "Plug in a camera. If one is built in, look for a switch or a key that turns it off, and in the firmware’s setup. In a container or a virtual machine the camera has to be passed through."
        )
    }

    private static func words(for path: String, _ name: String, _ role: NodeFacts.Role) -> FindingWords {
        let shown = name.isEmpty ? path : path + " (" + name + ")"
        switch role {
        case .camera: return (tr("%s is a camera.").filling("%s", with: shown), nil)
        case .secondary:
            let text = tr("%s is not listed: it is a further part of a camera, with data about its pictures.")
            return (text.filling("%s", with: shown), nil)
        case .noCapture:
            return (tr("%s is not listed: it takes no pictures.").filling("%s", with: shown), nil)
        case .noNode:
            return (
                tr("The system knows %s, but there is no such file.").filling("%s", with: shown),
                tr("Unplug the camera and plug it in again. In a container, pass its device node through.")
            )
        }
    }

    private static func words(for path: String, _ rights: NodeRights) -> FindingWords {
        guard let way = rights.way else {
            return (tr("This account may not open %s.").filling("%s", with: path), fix(for: rights))
        }
        let text =
            switch way {
            case .root: tr("This account may open %s: it is the administrator’s.")
            case .owner: tr("This account may open %s: it owns it.")
            case .group: tr("This account may open %1$s: it is in the group %2$s.")
            case .everybody: tr("Every account may open %s.")
            case .accessList: tr("This account may open %s: whoever sits at the computer may.")
            }
        let filled = text.filling("%2$s", with: rights.group).filling("%1$s", with: path)
        return (filled.filling("%s", with: path), nil)
    }

    /// systemd-logind gives the session access; without it a group does.
    private static func fix(for rights: NodeRights) -> String {
        let group = rights.group.isEmpty || rights.group == "root" ? "video" : rights.group
        let text = tr(
            "Log in at the computer itself: that gives access. From afar, or without systemd-logind, have your account added to the group %s, then log in again: sudo usermod -aG %s \"$USER\""
        )
        return text.filling("%s", with: group).filling("%s", with: group)
    }
}

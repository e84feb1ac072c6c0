// SPDX-License-Identifier: GPL-3.0-or-later
public import Diagnosis
internal import Platform

/// Finds bare sensors' receivers for the diagnosis, by the system's description. Opens nothing. Thread-safe.
public enum SensorExam {
    /// The kernel's names of the receivers' nodes: ipu6-isys-video.c, ipu7-isys-video.c, bcm2835-unicam.c, cfe.c (RP1).
    private static let nodes: [(beginning: String, receiver: SensorFacts.Receiver)] = [
        ("Intel IPU6", .intelIPU6), ("Intel IPU7", .intelIPU7), ("unicam", .raspberryPi),
        ("rp1-cfe", .raspberryPi),
    ]

    /// Intel's devices by their PCI numbers: ipu6-pci-table.h and ipu7.h of the kernel.
    private static let devices: [String: SensorFacts.Receiver] = [
        "0x9a19": .intelIPU6, "0x4e19": .intelIPU6, "0x465d": .intelIPU6, "0x462e": .intelIPU6,
        "0xa75d": .intelIPU6, "0x7d19": .intelIPU6, "0x645d": .intelIPU7, "0xb05d": .intelIPU7,
    ]

    /// - Parameter sys: where sysfs is; another place in tests.
    /// - Returns: nil if there is none.
    public static func find(sys: String = "/sys") -> SensorFacts? {
        let folder = "\(sys)/class/video4linux"
        let names = systemNames(in: folder).compactMap { sysfsAttribute("name", of: "\(folder)/\($0)") }
        if let found = nodes.first(where: { node in names.contains { $0.hasPrefix(node.beginning) } }) {
            return SensorFacts(receiver: found.receiver, hasDriver: true)
        }
        let bus = "\(sys)/bus/pci/devices"
        guard let receiver = systemNames(in: bus).lazy.compactMap({ intel("\(bus)/\($0)") }).first else {
            return nil
        }
        // Registered by the kernel's modules of these names, and without nodes as long as it has not started.
        let isIdle = ["intel-ipu6", "intel-ipu7"].contains { systemExists("\(sys)/bus/pci/drivers/\($0)") }
        return SensorFacts(receiver: receiver, hasDriver: isIdle, isIdle: isIdle)
    }

    private static func intel(_ folder: String) -> SensorFacts.Receiver? {
        guard sysfsAttribute("vendor", of: folder) == "0x8086" else { return nil }
        return sysfsAttribute("device", of: folder).flatMap { devices[$0] }
    }
}

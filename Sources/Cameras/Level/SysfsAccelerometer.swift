// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import Platform

/// An accelerometer as the kernel's industrial I/O subsystem shows it, read by polling: Linux's documentation
/// `ABI/testing/sysfs-bus-iio`.
///
/// The service `net.hadess.SensorProxy` reports only which edge is up, which is not enough for a level. A value;
/// thread-safe. Reading can take some milliseconds: not for the main thread.
public struct SysfsAccelerometer: Equatable, Sendable {
    /// The computer lies flat if less than this part of gravity is in the screen's plane.
    private static let leastInPlaneGravity = 0.35

    private let folder: String

    /// The first accelerometer.
    ///
    /// - Parameter devices: where the subsystem lists its devices.
    public static func find(in devices: String = "/sys/bus/iio/devices") -> SysfsAccelerometer? {
        systemNames(in: devices).filter { $0.hasPrefix("iio:device") }.sorted()
            .map { SysfsAccelerometer(folder: devices + "/" + $0) }
            .first { $0.pull() != nil }
    }

    /// The computer's rotation in degrees clockwise, seen from its front; nil while it lies flat or without a
    /// reading.
    public func roll() -> Double? {
        guard let (x, y, z) = pull() else { return nil }
        let whole = (x * x + y * y + z * z).squareRoot()
        let inPlane = (x * x + y * y).squareRoot()
        guard whole > 0, inPlane > whole * Self.leastInPlaneGravity else { return nil }
        // Upright y is negative; with the left edge up x is positive (iio-sensor-proxy, orientation.c).
        return atan2(x, -y) * 180 / .pi
    }

    /// Gravity in the sensor's own units, rotated by the mount matrix.
    private func pull() -> (x: Double, y: Double, z: Double)? {
        guard let x = number("in_accel_x_raw"), let y = number("in_accel_y_raw"),
            let z = number("in_accel_z_raw")
        else { return nil }
        guard let rows = matrix() else { return (x, y, z) }
        func turned(_ row: [Double]) -> Double { row[0] * x + row[1] * y + row[2] * z }
        return (turned(rows[0]), turned(rows[1]), turned(rows[2]))
    }

    /// Three rows of three numbers: `1, 0, 0; 0, 1, 0; 0, 0, 1`.
    private func matrix() -> [[Double]]? {
        let names = ["in_accel_mount_matrix", "mount_matrix", "in_mount_matrix"]
        guard let text = names.lazy.compactMap({ sysfsAttribute($0, of: folder) }).first else { return nil }
        let rows = text.split(separator: ";").map { row in
            row.split(whereSeparator: { $0 == "," || $0 == " " }).compactMap { Double(String($0)) }
        }
        return rows.count == 3 && rows.allSatisfy { $0.count == 3 } ? rows : nil
    }

    private func number(_ name: String) -> Double? {
        sysfsAttribute(name, of: folder).flatMap { Double($0) }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Cameras
import CaptureTesting
import Foundation
import Testing

@Suite struct SysfsAccelerometerTests {
    private let folder = TemporaryFolder()

    /// Writes a device's attributes as the kernel shows them.
    private func device(_ name: String, _ attributes: [String: String]) throws {
        let path = folder.path + "/" + name
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (attribute, text) in attributes {
            try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: path + "/" + attribute))
        }
    }

    private func roll(_ x: Int, _ y: Int, _ z: Int, matrix: String? = nil) throws -> Double? {
        var attributes = ["in_accel_x_raw": "\(x)", "in_accel_y_raw": "\(y)", "in_accel_z_raw": "\(z)"]
        attributes["in_accel_mount_matrix"] = matrix
        try device("iio:device0", attributes)
        return try #require(SysfsAccelerometer.find(in: folder.path)).roll()
    }

    @Test func uprightIsLevel() throws {
        #expect(try abs(#require(try roll(0, -1000, 0))) < 0.001)
        #expect(try abs(#require(try roll(0, -900, 400))) < 0.001)
    }

    @Test func theLeftEdgeUpIsAQuarterClockwise() throws {
        #expect(try abs(#require(try roll(1000, 0, 0)) - 90) < 0.001)
        #expect(try abs(#require(try roll(-17, -1000, 0)) + 0.974) < 0.01)
    }

    @Test func flatPositionHasNoOrientation() throws {
        #expect(try roll(10, -20, 1000) == nil)
        #expect(try roll(0, 0, 0) == nil)
    }

    @Test func theMountMatrixIsHeeded() throws {
        #expect(try abs(#require(try roll(-1000, 0, 0, matrix: "0, 1, 0; 1, 0, 0; 0, 0, 1"))) < 0.001)
        // An invalid matrix counts as none.
        #expect(try abs(#require(try roll(0, -1000, 0, matrix: "1; 2"))) < 0.001)
    }

    @Test func otherSensorsAreSkipped() throws {
        #expect(SysfsAccelerometer.find(in: folder.path + "/missing") == nil)
        try device("iio:device0", ["in_illuminance_raw": "5"])
        #expect(SysfsAccelerometer.find(in: folder.path) == nil)
        try device("iio:device1", ["in_accel_x_raw": "1", "in_accel_y_raw": "1", "in_accel_z_raw": "1"])
        #expect(SysfsAccelerometer.find(in: folder.path) != nil)
    }
}

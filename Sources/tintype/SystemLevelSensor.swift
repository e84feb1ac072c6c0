// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import Platform

/// This computer's level sensor: iio-sensor-proxy knows whether there is an accelerometer, the kernel has its values.
final class SystemLevelSensor: LevelSensor {
    private static let name = "net.hadess.SensorProxy"
    private var accelerometer: SysfsAccelerometer?

    func isAvailable() async -> Bool {
        guard let bus = try? await BusConnection.systemSoon() else { return false }
        let question = BusCall(
            Self.name, "/net/hadess/SensorProxy", "org.freedesktop.DBus.Properties", "Get",
            [.string(Self.name), .string("HasAccelerometer")], timeout: .seconds(3))
        guard (try? await bus.call(question))?[0]?.unwrapped.boolean == true else { return false }
        accelerometer = await Blocking.run { SysfsAccelerometer.find() }
        return accelerometer != nil
    }

    func rolls() -> AsyncStream<Double> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Double.self, bufferingPolicy: .bufferingNewest(1))
        guard let accelerometer else {
            continuation.finish()
            return stream
        }
        let reader = Task.detached(priority: .utility) {
            while !Task.isCancelled {
                // A sensor behind a bus can be slow.
                if let roll = await Blocking.run({ accelerometer.roll() }) { continuation.yield(roll) }
                try? await Task.sleep(for: .milliseconds(90))
            }
        }
        continuation.onTermination = { _ in reader.cancel() }
        return stream
    }
}

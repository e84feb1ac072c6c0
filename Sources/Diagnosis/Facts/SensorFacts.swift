/// A camera that is a bare sensor, whose pictures an image processor and libcamera have to develop.
public struct SensorFacts: Equatable, Sendable {
    /// What takes its pictures in.
    public enum Receiver: String, Sendable {
        case intelIPU6 = "ipu6"
        case intelIPU7 = "ipu7"
        case raspberryPi = "raspberry-pi"
    }

    public var receiver: Receiver
    /// Whether the kernel has a driver for it.
    public var hasDriver: Bool
    /// Whether PipeWire offers a sensor through libcamera; nil where cameras are not allowed.
    public var isDeveloped: Bool?

    public init(receiver: Receiver, hasDriver: Bool, isDeveloped: Bool? = nil) {
        self.receiver = receiver
        self.hasDriver = hasDriver
        self.isDeveloped = isDeveloped
    }
}

/// A value for a control.
public struct ControlWrite: Hashable, Sendable {
    public let control: ControlID
    public let value: Int64

    public init(_ control: ControlID, _ value: Int64) {
        self.control = control
        self.value = value
    }
}

/// What somebody wants of the controls.
public enum ControlWish: Equatable, Sendable {
    /// The photographer decides this one, with this value.
    case manual(Dial, Int64)
    /// The camera decides it again; where it has no such mode, its default value.
    case automatic(Dial)
    /// Any other control.
    case set(ControlID, Int64)
}

extension ControlWish {
    /// The writes that carry it out, in this order and one call each: a camera refuses a position while auto focus
    /// is on (EACCES), and both in one call as well (EPIPE; cameras.md, "What the real uvcvideo driver does").
    public var writes: [ControlWrite] {
        switch self {
        case .manual(let dial, let value):
            let off = dial.automatic.map { [ControlWrite($0.control, $0.manual)] } ?? []
            return off + [ControlWrite(dial.control, value)]
        case .automatic(let dial):
            if let automatic = dial.automatic {
                return [ControlWrite(automatic.control, automatic.automatic)]
            }
            return [ControlWrite(dial.control, dial.defaultValue)]
        case .set(let control, let value): return [ControlWrite(control, value)]
        }
    }

    /// What a later wish about the same thing replaces.
    public var subject: ControlID {
        switch self {
        case .manual(let dial, _), .automatic(let dial): dial.control
        case .set(let control, _): control
        }
    }
}

/// Back to a camera that decides everything.
public enum AutomaticReset {
    /// The writes that make every automatic mode automatic and every compensation neutral, only where it is not so.
    public static func writes(for readings: [ControlReading]) -> [ControlWrite] {
        let dials = Dial.all(from: readings)
        var writes: [ControlWrite] = []
        for dial in dials {
            if let automatic = dial.automatic {
                let write = ControlWrite(automatic.control, automatic.automatic)
                if !dial.isAutomatic, !writes.contains(write) { writes.append(write) }
            } else if dial.value != dial.defaultValue {
                writes.append(ControlWrite(dial.control, dial.defaultValue))
            }
        }
        return writes
    }
}

/// A write that the camera did not take.
public struct ControlRefusal: Equatable, Sendable {
    public let control: ControlID
    /// The driver's name for it.
    public let name: String
    public let error: CameraError

    public init(control: ControlID, name: String, error: CameraError) {
        self.control = control
        self.name = name
        self.error = error
    }
}

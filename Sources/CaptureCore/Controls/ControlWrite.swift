// SPDX-License-Identifier: GPL-3.0-or-later
/// A value for a control.
public struct ControlWrite: Hashable, Sendable {
    public let control: ControlID
    public let value: Int64

    public init(_ control: ControlID, _ value: Int64) {
        self.control = control
        self.value = value
    }
}

/// A request about the controls.
public enum ControlRequest: Equatable, Sendable {
    /// Sets a dial by hand to this value.
    case manual(Dial, Int64)
    /// Makes a dial automatic; without an automatic mode, sets its default.
    case automatic(Dial)
    /// Any other control.
    case set(ControlID, Int64)
    /// Any other control, back to its default, this value.
    case standard(ControlID, Int64)
    /// A control that has no value and does something when written.
    case press(ControlID)
}

extension ControlRequest {
    /// The writes that carry it out, in this order and one call each: a camera refuses a position while auto focus
    /// is on (EACCES), and both in one call as well (EPIPE; docs/cameras.md, "What the uvcvideo driver does").
    public var writes: [ControlWrite] {
        switch self {
        case .manual(let dial, let value):
            let off = dial.automatic.map { [ControlWrite($0.control, $0.manual)] } ?? []
            return off + [ControlWrite(dial.control, value)]
        case .automatic(let dial):
            return dial.releasingWrites
        case .set(let control, let value), .standard(let control, let value):
            return [ControlWrite(control, value)]
        case .press(let control): return [ControlWrite(control, 1)]
        }
    }

    /// A later request with the same subject replaces this one.
    public var subject: ControlID {
        switch self {
        case .manual(let dial, _), .automatic(let dial): dial.control
        case .set(let control, _), .standard(let control, _), .press(let control): control
        }
    }
}

extension Dial {
    /// The writes that return it to the camera.
    ///
    /// The gain goes to its default first, while it is writable: on cameras whose automatic exposure leaves the gain
    /// alone it would keep the manual value.
    fileprivate var releasingWrites: [ControlWrite] {
        guard let automatic else { return [ControlWrite(control, defaultValue)] }
        let letGo = ControlWrite(automatic.control, automatic.automatic)
        let isSetByHand = kind == .gain && !isAutomatic && value != defaultValue
        return isSetByHand ? [ControlWrite(control, defaultValue), letGo] : [letGo]
    }
}

/// A write that the camera refused, or has not answered for seconds.
public struct ControlRefusal: Equatable, Sendable {
    public let control: ControlID
    /// The driver's name for it.
    public let name: String
    public let error: CameraError
    /// It has not answered yet, and may still take the value.
    public let isHanging: Bool

    public init(control: ControlID, name: String, error: CameraError, isHanging: Bool = false) {
        self.isHanging = isHanging
        self.control = control
        self.name = name
        self.error = error
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore
internal import Platform

/// A control, and which of the driver's two fields has its value.
struct ListedControl {
    let descriptor: ControlDescriptor
    let isWide: Bool
}

extension v4l2_query_ext_ctrl {
    var isWide: Bool { v4l2_ctrl_type(rawValue: type) == V4L2_CTRL_TYPE_INTEGER64 }
}

/// Lists a camera's controls.
///
/// Each question may be a round trip to the camera's firmware, which sometimes stalls or times out: it is repeated a
/// few times, and then only that control is left out.
struct ControlList {
    /// How often a question is asked before its control is given up.
    static let tries = 3
    /// After this many faults the camera is asked for no more controls: each can take hanging firmware seconds
    /// (uvcvideo waits five), and nothing else of the camera is served meanwhile.
    static let maximumFaults = 48

    let node: VideoNode

    /// - Returns: in the order of their numbers; after an unplug, those found before.
    func read() -> [ListedControl] {
        var found: [ListedControl] = []
        var last: UInt32 = 0
        var faults = 0
        for _ in 0..<ControlBounds.maximumControls where faults < Self.maximumFaults {
            guard let entry = next(after: last, &faults) else { break }
            last = entry.id
            if let descriptor = ControlDescriptor(entry, menu: { MenuList(node: node).read(entry) }) {
                found.append(ListedControl(descriptor: descriptor, isWide: entry.isWide))
            }
        }
        return found
    }

    /// The driver's present description; flags change with the automatic modes. nil if it does not answer.
    func describe(_ control: ControlID) -> v4l2_query_ext_ctrl? { try? query(control) }

    /// The driver's present description of a control.
    ///
    /// - Throws: `.invalidArgument` if there is no such control; else the driver's errno.
    func query(_ control: ControlID) throws(Errno) -> v4l2_query_ext_ctrl {
        var entry = v4l2_query_ext_ctrl()
        entry.id = control.rawValue
        var faults = 0
        if let failure = ask(&entry, &faults) { throw failure }
        return entry
    }

    /// The next control that answers.
    ///
    /// - Parameter faults: counts the answers that were a fault.
    private func next(after last: UInt32, _ faults: inout Int) -> v4l2_query_ext_ctrl? {
        var entry = v4l2_query_ext_ctrl()
        entry.id = last | ControlConstant.next
        switch ask(&entry, &faults) {
        // A driver whose numbers do not grow would be asked forever.
        case nil: return entry.id > last ? entry : nil
        case .invalidArgument?, .unknownRequest?: return nil
        case let failure?: return failure.meansGone ? nil : nextKnown(after: last, &faults)
        }
    }

    /// The next control after one whose query fails, as the driver does not report its number.
    ///
    /// The standard's numbers are tried one by one; for those that the camera lacks the driver answers without asking
    /// it.
    private func nextKnown(after last: UInt32, _ faults: inout Int) -> v4l2_query_ext_ctrl? {
        let standard = [Self.userClass, Self.cameraClass].flatMap { $0..<($0 + Self.classSize) }
        for number in standard where number > last && faults < Self.maximumFaults {
            var entry = v4l2_query_ext_ctrl()
            entry.id = number
            switch ask(&entry, &faults) {
            case nil: return entry
            case let failure?: if failure.meansGone { return nil }
            }
        }
        let end = Self.cameraClass + Self.classSize
        var beyond = v4l2_query_ext_ctrl()
        beyond.id = end | ControlConstant.next
        return last < end && ask(&beyond, &faults) == nil && beyond.id > end ? beyond : nil
    }

    /// The corresponding C constant is `V4L2_CID_BASE`.
    private static let userClass: UInt32 = 0x0098_0900
    /// The corresponding C constant is `V4L2_CID_CAMERA_CLASS_BASE`.
    private static let cameraClass: UInt32 = 0x009a_0900
    /// More numbers than either class has.
    private static let classSize: UInt32 = 64

    /// - Returns: nil when the driver answered, else its errno.
    private func ask(_ entry: inout v4l2_query_ext_ctrl, _ faults: inout Int) -> Errno? {
        let question = entry.id
        var failure: Errno?
        for _ in 0..<Self.tries {
            entry = v4l2_query_ext_ctrl()
            entry.id = question
            do {
                try node.call(.queryControl, &entry)
                return nil
            } catch {
                if error == .invalidArgument || error == .unknownRequest || error.meansGone { return error }
                failure = error
                faults += 1
            }
        }
        return failure
    }
}

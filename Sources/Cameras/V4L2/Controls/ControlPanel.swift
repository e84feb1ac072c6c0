// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore
internal import Platform

/// The controls of one opened camera.
///
/// They are listed on first use, not when the camera is opened: each costs several round trips to the camera, and
/// the first picture does not wait for them. `ControlLane` owns it.
struct ControlPanel {
    private let node: VideoNode
    private let path: String
    private var pace = WritePace()
    private var motion: MotionGuard?
    /// The controls that move something now.
    private var moving: Set<ControlID> = []
    /// nil until first use.
    private var known: [ListedControl]?
    /// Controls that were asked for one by one; nil for those that the camera lacks.
    private var single: [ControlID: ListedControl?] = [:]

    /// - Parameter path: the node's.
    init(node: VideoNode, path: String) { (self.node, self.path) = (node, path) }

    /// Every control with its present value and flags. Unreadable values are nil.
    mutating func readAll() -> [ControlReading] {
        let isNew = known == nil
        return listed().map { control in
            var descriptor = control.descriptor
            // A list made a moment ago is current, and each question may be a round trip to the camera.
            if !isNew, let entry = ControlList(node: node).describe(descriptor.id) {
                descriptor.flags = ControlDescriptor.Flags(driver: entry.flags)
            }
            return ControlReading(descriptor: descriptor, value: value(of: control))
        }
    }

    /// One control with its present value and flags; lists no others.
    mutating func read(_ control: ControlID) -> ControlReading? {
        let found = known.map { $0.first { $0.descriptor.id == control } } ?? single[control]
        if case .some(nil) = found { return nil }
        let entry: v4l2_query_ext_ctrl
        do { entry = try ControlList(node: node).query(control) } catch {
            // Only an answer is remembered: a hanging camera may answer later.
            if error == .invalidArgument { single[control] = .some(nil) }
            return nil
        }
        guard let listed = (found ?? nil) ?? listed(entry) else {
            single[control] = .some(nil)
            return nil
        }
        single[control] = listed
        var descriptor = listed.descriptor
        descriptor.flags = ControlDescriptor.Flags(driver: entry.flags)
        return ControlReading(descriptor: descriptor, value: value(of: listed))
    }

    private func listed(_ entry: v4l2_query_ext_ctrl) -> ListedControl? {
        ControlDescriptor(entry, menu: { MenuList(node: node).read(entry) }).map {
            ListedControl(descriptor: $0, isWide: entry.isWide)
        }
    }

    /// Degrees, counterclockwise; nil where the driver does not say. One call, which the kernel answers.
    func sensorRotation() -> Int64? {
        try? ControlValue(node: node, control: .sensorRotation, isWide: false).read()
    }

    /// Asks once, without listing the others first. nil if the camera does not answer.
    func value(of control: ControlID) -> Int64? {
        try? ControlValue(node: node, control: control, isWide: isWide(control)).read()
    }

    /// - Throws: see `CameraDevice.setControl`.
    mutating func set(_ control: ControlID, to value: Int64) throws(CameraError) -> Int64 {
        let place = ControlValue(node: node, control: control, isWide: isWide(control))
        let rest = known?.first { $0.descriptor.id == control }?.descriptor.restValue
        // Before it moves: the program may end at any moment.
        if let rest, value != rest { keep(control, rest, moves: true) }
        do throws(Errno) {
            let made = try place.write(value, &pace)
            if let rest, made == rest { keep(control, rest, moves: false) }
            return made
        } catch {
            throw refusal(error)
        }
    }

    private mutating func keep(_ control: ControlID, _ rest: Int64, moves: Bool) {
        if moves { moving.insert(control) } else if moving.remove(control) == nil { return }
        motion = motion ?? node.kernel.motionGuard(node.descriptor, path)
        motion?.watch(control, rest: rest, moves: moves)
        if moving.isEmpty { motion = nil }
    }

    /// - Throws: see `CameraDevice.setRegion`.
    mutating func setRegion(_ window: SensorWindow?, _ automatics: RegionAutomatics) throws(CameraError) {
        let region = RegionOfInterest(node: node)
        do throws(Errno) { try region.set(window, automatics, &pace) } catch { throw refusal(error) }
    }

    private func refusal(_ error: Errno) -> CameraError {
        CameraError(
            error.meansGone ? .gone : .controlRefused, underlying: error.rawValue,
            step: VideoRequest.setControls.name)
    }

    private mutating func listed() -> [ListedControl] {
        if let known { return known }
        let found = ControlList(node: node).read()
        known = found
        for control in found { ControlEvents(node: node).subscribe(to: control.descriptor.id) }
        return found
    }

    private func value(of control: ListedControl) -> Int64? {
        if control.descriptor.kind == .button { return nil }
        let value = ControlValue(node: node, control: control.descriptor.id, isWide: control.isWide)
        for _ in 0..<ControlList.tries {
            do { return try value.read() } catch {
                // Such an answer is final.
                if error == .accessDenied || error == .invalidArgument || error.meansGone { return nil }
            }
        }
        return nil
    }

    /// Settings can be restored before anything was listed; then the driver is asked about this one control.
    private func isWide(_ control: ControlID) -> Bool {
        if let listed = known?.first(where: { $0.descriptor.id == control }) { return listed.isWide }
        return ControlList(node: node).describe(control)?.isWide ?? false
    }
}

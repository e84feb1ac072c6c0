// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import Cameras
internal import CaptureCore
internal import Platform

/// The controls of a scripted camera as its driver handles them, and the subscribers to their changes.
struct FakeControlPanel {
    /// The subscribed controls of each file, with the `V4L2_EVENT_SUB_FL_…` bits.
    private var subscriptions: [Int32: [UInt32: UInt32]] = [:]
    private var events: [Int32: [UInt32]] = [:]

    func hasEvents(for file: Int32) -> Bool { events[file]?.isEmpty == false }

    /// The file is closed.
    mutating func release(by file: Int32) { (subscriptions[file], events[file]) = (nil, nil) }

    mutating func handle(
        _ request: VideoRequest, _ argument: UnsafeMutableRawPointer, from file: Int32,
        _ camera: inout FakeCamera
    ) throws(Errno) {
        switch request {
        case .queryControl:
            try query(&argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self).pointee, &camera)
        case .queryMenu:
            try queryMenu(&argument.assumingMemoryBound(to: v4l2_querymenu.self).pointee, &camera)
        case .getControls: try get(argument.assumingMemoryBound(to: v4l2_ext_controls.self).pointee, &camera)
        case .setControls:
            try set(argument.assumingMemoryBound(to: v4l2_ext_controls.self).pointee, file, &camera)
        case .subscribeEvent:
            try subscribe(
                argument.assumingMemoryBound(to: v4l2_event_subscription.self).pointee, file, camera)
        case .dequeueEvent: try takeEvent(&argument.assumingMemoryBound(to: v4l2_event.self).pointee, file)
        default: throw .unknownRequest
        }
    }

    /// Another program's change: every subscriber gets an event.
    mutating func changeFromOutside(_ id: UInt32, to value: Int64, _ camera: inout FakeCamera) {
        guard let index = camera.controls.firstIndex(where: { $0.id.rawValue == id }) else { return }
        camera.controls[index].value = value
        announce(id, camera)
    }

    private func query(_ entry: inout v4l2_query_ext_ctrl, _ camera: inout FakeCamera) throws(Errno) {
        let listing = UInt32(V4L2_CTRL_FLAG_NEXT_CTRL) | UInt32(V4L2_CTRL_FLAG_NEXT_COMPOUND)
        let isListing = entry.id & listing != 0
        let wanted = entry.id & ~listing
        let sorted = camera.controls.sorted { $0.id.rawValue < $1.id.rawValue }
        let found = sorted.first { isListing ? $0.id.rawValue > wanted : $0.id.rawValue == wanted }
        guard let control = found ?? (camera.listsNeverEnd && isListing ? sorted.last : nil) else {
            throw .invalidArgument
        }
        try failIfScripted(control.id.rawValue, .queryControl, &camera)
        entry.id = control.id.rawValue
        entry.type = control.kind.rawValue
        entry.minimum = control.minimum
        entry.maximum = control.maximum
        entry.step = control.step
        entry.default_value = control.defaultValue
        entry.flags = flags(of: control, camera)
        withUnsafeMutableBytes(of: &entry.name) { field in
            for (index, byte) in control.name.utf8.prefix(field.count).enumerated() { field[index] = byte }
        }
    }

    private func queryMenu(_ entry: inout v4l2_querymenu, _ camera: inout FakeCamera) throws(Errno) {
        try failIfScripted(entry.id, .queryMenu, &camera)
        let index = Int64(entry.index)
        guard let control = camera[entry.id], let name = control.menu[index] else { throw .invalidArgument }
        if control.kind == .integerMenu {
            entry.value = Int64(name) ?? 0
            return
        }
        withUnsafeMutableBytes(of: &entry.name) { field in
            for (index, byte) in name.utf8.prefix(field.count).enumerated() { field[index] = byte }
        }
    }

    private func get(_ request: v4l2_ext_controls, _ camera: inout FakeCamera) throws(Errno) {
        if try handleRegion(.getControls, request, &camera) { return }
        for index in 0..<Int(request.count) {
            guard let entry = request.controls?.advanced(by: index) else { throw .invalidArgument }
            try failIfScripted(entry.pointee.id, .getControls, &camera)
            guard let control = camera[entry.pointee.id] else { throw .invalidArgument }
            if control.kind == .button || control.flags & FakeControl.writeOnly != 0 { throw .accessDenied }
            write(control.value, control.kind, entry)
        }
    }

    private mutating func set(
        _ request: v4l2_ext_controls, _ file: Int32, _ camera: inout FakeCamera
    ) throws(Errno) {
        if try handleRegion(.setControls, request, &camera) { return }
        for index in 0..<Int(request.count) {
            guard let entry = request.controls?.advanced(by: index) else { throw .invalidArgument }
            let id = entry.pointee.id
            try failIfScripted(id, .setControls, &camera)
            guard let place = camera.controls.firstIndex(where: { $0.id.rawValue == id }) else {
                throw .invalidArgument
            }
            let control = camera.controls[place]
            let flags = flags(of: control, camera)
            if flags & (FakeControl.readOnly | FakeControl.inactive) != 0 { throw .accessDenied }
            if flags & FakeControl.grabbed != 0 { throw .busy }
            let request = control.kind == .integer64 ? entry.pointee.value64 : Int64(entry.pointee.value)
            camera.controls[place].value = try accepted(request, by: control)
            write(camera.controls[place].value, control.kind, entry)
            announce(id, camera, by: file)
        }
    }

    /// - Returns: whether the request was about the region of interest.
    private func handleRegion(
        _ request: VideoRequest, _ controls: v4l2_ext_controls, _ camera: inout FakeCamera
    ) throws(Errno) -> Bool {
        guard controls.count == 1, let entry = controls.controls?.pointee,
            entry.id == ControlID.regionRectangle.rawValue, camera.region != nil
        else { return false }
        try camera.region?.handle(request, controls.which, entry)
        return true
    }

    /// The value as the hardware takes it: in its range and on its steps.
    private func accepted(_ request: Int64, by control: FakeControl) throws(Errno) -> Int64 {
        switch control.kind {
        case .menu, .integerMenu:
            guard (control.minimum...control.maximum).contains(request) else { throw .outOfRange }
            guard control.menu[request] != nil else { throw .invalidArgument }
            return request
        case .boolean: return request == 0 ? 0 : 1
        default:
            let inside = min(max(request, control.minimum), control.maximum)
            let step = Int64(max(1, control.step))
            let steps = (inside - control.minimum + step / 2) / step
            return min(control.minimum + steps * step, control.maximum)
        }
    }

    private func write(
        _ value: Int64, _ kind: FakeControl.Kind, _ entry: UnsafeMutablePointer<v4l2_ext_control>
    ) {
        if kind == .integer64 { entry.pointee.value64 = value } else { entry.pointee.value = Int32(value) }
    }

    private func flags(of control: FakeControl, _ camera: FakeCamera) -> UInt32 {
        guard let (other, value) = control.activeWhile, let master = camera[other.rawValue] else {
            return control.flags
        }
        return master.value == value ? control.flags : control.flags | FakeControl.inactive
    }

    private func failIfScripted(
        _ id: UInt32, _ request: VideoRequest, _ camera: inout FakeCamera
    ) throws(Errno) {
        guard let index = camera.controls.firstIndex(where: { $0.id.rawValue == id }),
            let failure = camera.controls[index].failures[request]?.first
        else { return }
        camera.controls[index].failures[request]?.removeFirst()
        throw failure
    }

    private mutating func subscribe(
        _ request: v4l2_event_subscription, _ file: Int32, _ camera: FakeCamera
    ) throws(Errno) {
        guard request.type == UInt32(V4L2_EVENT_CTRL), camera[request.id] != nil else {
            throw .invalidArgument
        }
        subscriptions[file, default: [:]][request.id] = request.flags
    }

    private mutating func takeEvent(_ event: inout v4l2_event, _ file: Int32) throws(Errno) {
        guard let next = events[file]?.first else { throw .noEntry }
        events[file]?.removeFirst()
        event.type = UInt32(V4L2_EVENT_CTRL)
        event.id = next
    }

    /// Sends events for a control and those it switches, to every subscriber but the author, who has to ask for its
    /// own.
    private mutating func announce(_ id: UInt32, _ camera: FakeCamera, by author: Int32? = nil) {
        let feedback = UInt32(V4L2_EVENT_SUB_FL_ALLOW_FEEDBACK)
        let switched = camera.controls.filter { $0.activeWhile?.control.rawValue == id }.map(\.id.rawValue)
        for (file, wanted) in subscriptions {
            for changed in [id] + switched {
                guard let flags = wanted[changed], file != author || flags & feedback != 0 else { continue }
                events[file, default: []].append(changed)
            }
        }
    }
}

extension FakeCamera {
    /// The control of this number.
    fileprivate subscript(_ id: UInt32) -> FakeControl? { controls.first { $0.id.rawValue == id } }
}

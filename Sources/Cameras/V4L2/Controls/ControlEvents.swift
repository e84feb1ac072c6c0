// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore
internal import Glibc

/// The driver's events about changed controls, from any program.
struct ControlEvents {
    /// How many are taken at a time; a driver queues at most one for each control.
    static let limit = 256

    let node: VideoNode

    /// Subscribes to a control. If the driver can't, only reading shows changes.
    func subscribe(to control: ControlID) {
        var request = v4l2_event_subscription()
        request.type = ControlConstant.changeEvent
        request.id = control.rawValue
        request.flags = ControlConstant.ownChangesToo
        try? node.call(.subscribeEvent, &request)
    }

    /// Takes the pending events. None after an unplug, which taking the next frame reports.
    func take() -> Set<ControlID> {
        var changed: Set<ControlID> = []
        for _ in 0..<Self.limit {
            guard isWaiting else { break }
            var event = v4l2_event()
            do { try node.call(.dequeueEvent, &event) } catch { break }
            if event.type == ControlConstant.changeEvent { changed.insert(ControlID(rawValue: event.id)) }
        }
        return changed
    }

    /// VIDIOC_DQEVENT blocks on some drivers in spite of O_NONBLOCK.
    private var isWaiting: Bool {
        let ready = try? node.kernel.poll(node.descriptor, events: Int16(POLLPRI), timeout: 0)
        return (ready ?? 0) & Int16(POLLPRI) != 0
    }
}

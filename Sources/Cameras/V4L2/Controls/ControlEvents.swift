internal import CV4L2
internal import CaptureCore
internal import Glibc

/// The driver's word that a control changed, by whomever.
struct ControlEvents {
    /// How many are taken at a time; a driver has as many places for them as it has controls.
    static let limit = 256

    let node: VideoNode

    /// Asks to be told of a control. A driver that can't leaves it at what is read.
    func subscribe(to control: ControlID) {
        var wish = v4l2_event_subscription()
        wish.type = ControlConstant.changeEvent
        wish.id = control.rawValue
        wish.flags = ControlConstant.ownChangesToo
        try? node.call(.subscribeEvent, &wish)
    }

    /// Takes the events that wait. None after an unplug: taking the next frame reports that.
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

    /// VIDIOC_DQEVENT waits on some drivers although the node was opened not to.
    private var isWaiting: Bool {
        let ready = try? node.kernel.poll(node.descriptor, events: Int16(POLLPRI), timeout: 0)
        return (ready ?? 0) & Int16(POLLPRI) != 0
    }
}

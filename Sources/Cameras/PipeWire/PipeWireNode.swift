// SPDX-License-Identifier: GPL-3.0-or-later
internal import CPipeWireShims
internal import CaptureCore
internal import Glibc

/// A source in use: its modes, controls and faults. Thread-bound.
final class PipeWireNode {
    let source: PipeWireSource
    /// Kept alive, because it must outlive its objects.
    private let remote: PipeWireRemote
    private let raw: OpaquePointer
    private let facts: Facts

    /// The source's reports.
    final class Facts {
        /// Sources have properties besides their controls.
        private static let maximumValues = 4 * ControlBounds.maximumControls

        var offers: [ModeOffer] = []
        var controls: [PipeWireControl] = []
        var values: [UInt32: Int64] = [:]
        /// The controls whose value was reported since this was emptied.
        var changed: Set<UInt32> = []
        /// Why it stopped, in the daemon's words.
        var failure: String?
        /// The errno of the last refusal.
        var refusal: Int32?
    }

    private init(_ source: PipeWireSource, _ remote: PipeWireRemote, _ raw: OpaquePointer, _ facts: Facts) {
        (self.source, self.remote, self.raw, self.facts) = (source, remote, raw, facts)
    }

    deinit { tt_pw_node_free(raw) }

    /// Asks a source for everything and waits for the answers.
    ///
    /// - Throws: `.gone`.
    static func open(
        _ source: PipeWireSource, on remote: PipeWireRemote
    ) throws(CameraError) -> PipeWireNode {
        let facts = Facts()
        let raw = withExtendedLifetime(facts) { tt_pw_node_new(remote.raw, source.number, facts.events) }
        guard let raw else {
            throw CameraError(.gone, underlying: errno, step: "pw_registry_bind")
        }
        let node = PipeWireNode(source, remote, raw, facts)
        try remote.settle()
        // A node may begin to enumerate only during the first answer.
        try remote.settle()
        return node
    }

    /// Whether the daemon still lists it.
    var isThere: Bool { remote.sources.contains { $0.serial == source.serial } }

    /// In the source's order, without duplicates.
    var offers: [ModeOffer] { OfferBounds.unique(facts.offers) }

    /// Why it stopped, once.
    func takeFailure() -> String? {
        defer { facts.failure = nil }
        return facts.failure
    }

    // MARK: Controls

    var readings: [ControlReading] {
        facts.controls.map { ControlReading(descriptor: $0.descriptor, value: facts.values[$0.number]) }
    }

    /// The controls whose value was reported since the last call.
    func takeChanges() -> Set<ControlID> {
        defer { facts.changed = [] }
        return Set(facts.controls.filter { facts.changed.contains($0.number) }.map(\.descriptor.id))
    }

    /// - Returns: the value that the source reports afterwards; without a report, the one that was set.
    /// - Throws: `.controlRefused`, `.gone`.
    func set(_ id: ControlID, to value: Int64) throws(CameraError) -> Int64 {
        guard let control = facts.controls.first(where: { $0.descriptor.id == id }) else {
            throw CameraError(.controlRefused, underlying: EINVAL, step: "pw_node_set_param")
        }
        let possible = control.descriptor.kind.nearest(value)
        facts.refusal = nil
        facts.values[control.number] = nil
        let error = control.withRaw { tt_pw_node_set(raw, $0, possible) }
        if error == 0 {
            tt_pw_node_ask_values(raw)
            try remote.settle()
        }
        let refusal = error == 0 ? facts.refusal : error
        if let refusal { throw CameraError(.controlRefused, underlying: refusal, step: "pw_node_set_param") }
        let now = facts.values[control.number] ?? possible
        facts.values[control.number] = now
        return now
    }
}

extension PipeWireNode.Facts {
    /// The listener, which lives as long as the node: both are owned by it.
    fileprivate var events: TtPwNodeEvents {
        TtPwNodeEvents(
            box: Unmanaged.passUnretained(self).toOpaque(),
            offered: { box, offer in
                guard let offer, let facts = facts(at: box) else { return }
                let room = OfferBounds.maximumOffers - facts.offers.count
                facts.offers += PipeWireOffers.read(offer.pointee).prefix(room)
            },
            control: { box, control in
                guard let control, let facts = facts(at: box),
                    facts.controls.count < ControlBounds.maximumControls,
                    let read = PipeWireControl(control.pointee)
                else { return }
                facts.controls.append(read)
            },
            value: { box, number, value in
                guard let facts = facts(at: box),
                    facts.values[number] != nil || facts.values.count < PipeWireNode.Facts.maximumValues
                else { return }
                let value = ControlBounds.clamped(value)
                if facts.values.updateValue(value, forKey: number) != value { facts.changed.insert(number) }
            },
            failed: { box, reason in facts(at: box)?.failure = reason.map { String(cString: $0) } ?? "" },
            refused: { box, error in facts(at: box)?.refusal = error })
    }
}

private func facts(at box: UnsafeMutableRawPointer?) -> PipeWireNode.Facts? {
    box.map { Unmanaged<PipeWireNode.Facts>.fromOpaque($0).takeUnretainedValue() }
}

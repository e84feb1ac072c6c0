// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore
internal import Platform
internal import Synchronization

/// What a node offers: its formats and sizes, read when it is opened, and the rates of each, read when they are first needed.
///
/// A slow camera with thousands of modes takes many seconds to list them all; the first picture waits for the rates of a few
/// sizes, and a thread of its own reads the others meanwhile. All loops are bounded: drivers exist that answer every index.
/// Thread-safe; `end` comes before the node is closed.
final class OfferList: Sendable {
    /// More formats than any camera has (libv4lconvert adds four of its own).
    private static let formatLimit: UInt32 = 64

    private let node: VideoNode
    /// Without rates.
    private let shapes: [ModeOffer]
    /// By the number of the shape; nil where they have not been read.
    private let rates: Mutex<[[FrameRate]?]>
    /// Whether the node is open. Held across the calls for one size, which `isEnding` cuts short: a call after the close would
    /// reach a file that has the same descriptor number since.
    private let isOpen = Mutex(true)
    private let isEnding = Atomic(false)
    private let isReading = Atomic(false)

    /// Reads formats and sizes: in the driver's order, without duplicates and without sizes that are empty.
    ///
    /// - Throws: only when the device is gone; any other failure ends just the list it happened in.
    init(of node: VideoNode) throws(Errno) {
        var shapes: [ModeOffer] = []
        for (format, isEmulated) in try Self.entries(of: node) {
            let sizes = try SizeList(node: node, format: format).read()
            for size in sizes.prefix(OfferBounds.maximumOffers - shapes.count) {
                shapes.append(ModeOffer(format: format, size: size, rates: [], isEmulated: isEmulated))
            }
        }
        self.node = node
        self.shapes = try VideoField.noted(in: shapes, of: node)
        rates = Mutex([[FrameRate]?](repeating: nil, count: shapes.count))
    }

    /// The formats alone, which takes few calls.
    static func formats(of node: VideoNode) throws(Errno) -> [PixelFormat] {
        try entries(of: node).map(\.format)
    }

    private static func entries(
        of node: VideoNode
    ) throws(Errno) -> [(format: PixelFormat, isEmulated: Bool)] {
        var entries: [(format: PixelFormat, isEmulated: Bool)] = []
        for index in 0..<formatLimit {
            var entry = v4l2_fmtdesc()
            entry.index = index
            entry.type = VideoConstant.capture
            guard try node.answers(.listFormats, &entry) else { break }
            let format = PixelFormat(rawValue: entry.pixelformat)
            if entries.contains(where: { $0.format == format }) { continue }
            entries.append((format, entry.flags & VideoConstant.emulatedFormat != 0))
        }
        return entries
    }

    /// Every format and size, without rates where they have not been read.
    var known: [ModeOffer] {
        let rates = rates.withLock(\.self)
        return zip(shapes, rates).map { shape, rates in
            var offer = shape
            offer.rates = rates ?? []
            return offer
        }
    }

    /// Whether there is nothing more to read.
    var isComplete: Bool { rates.withLock { $0.allSatisfy { $0 != nil } } }

    /// Everything. Reads what has not been read.
    var all: [ModeOffer] {
        for index in shapes.indices where (try? learn(index)) == nil { break }
        return known
    }

    /// Has a thread of its own read what has not been read.
    func readRest() {
        guard !isReading.exchange(true, ordering: .relaxed) else { return }
        Blocking.start { [self] in
            for index in shapes.indices where (try? learn(index)) == nil { break }
        }
    }

    /// Reads the rates of a format and size.
    ///
    /// - Returns: whether they are known only now.
    /// - Throws: only when the device is gone.
    func learn(_ format: PixelFormat, _ size: PixelSize) throws(Errno) -> Bool {
        let index = shapes.firstIndex { $0.format == format && $0.size == size }
        return try index.map { index throws(Errno) in try learn(index) } ?? false
    }

    private func learn(_ index: Int) throws(Errno) -> Bool {
        try isOpen.withLock { isOpen throws(Errno) in
            guard isOpen, rates.withLock({ $0[index] == nil }) else { return false }
            let list = RateList(node: node, format: shapes[index].format, size: shapes[index].size)
            let read = try list.read { !isEnding.load(ordering: .relaxed) }
            rates.withLock { $0[index] = read }
            return true
        }
    }

    /// Nothing is read any more once this has returned, which takes one call at most.
    func end() {
        isEnding.store(true, ordering: .relaxed)
        isOpen.withLock { $0 = false }
    }
}

/// A camera's modes, the best first, for which no more rates are read than needed.
struct ModeSearch {
    private let offers: OfferList
    private let request: ModeRequest
    /// What comes is lighter than each of these.
    private var heavier: [CaptureMode] = []
    private var refused: Set<CaptureMode> = []

    init(_ offers: OfferList, _ request: ModeRequest) { (self.offers, self.request) = (offers, request) }

    /// The best mode that is left; nil if none is.
    ///
    /// A size whose rates are not known could have any; it counts as the best that it can be until it is the first.
    ///
    /// - Throws: only when the device is gone.
    func best() throws(Errno) -> CaptureMode? {
        if let preferred = request.preferred { _ = try offers.learn(preferred.format, preferred.size) }
        while let mode = left.first {
            guard try offers.learn(mode.format, mode.size) else { return mode }
        }
        return nil
    }

    private var left: [CaptureMode] {
        let allowed = request.allowed(offers.known)
        let ranked = ModeChooser.ranked(
            allowed, supported: PixelFormat.showable, preferred: request.preferred)
        return heavier.reduce(ranked) { ModeChooser.lighter(than: $1, among: $0) }
            .filter { !refused.contains($0) }
    }

    /// There was no room for it: only less data will do.
    mutating func lighten(_ mode: CaptureMode) { heavier.append(mode) }

    /// The camera refused it.
    mutating func drop(_ mode: CaptureMode) { refused.insert(mode) }
}

extension VideoNode {
    /// Whether the driver answered; refusing an index ends a list.
    /// - Throws: only when the device is gone.
    func answers<Structure>(_ request: VideoRequest, _ value: inout Structure) throws(Errno) -> Bool {
        do {
            try call(request, &value)
            return true
        } catch {
            if error.meansGone { throw error }
            return false
        }
    }
}

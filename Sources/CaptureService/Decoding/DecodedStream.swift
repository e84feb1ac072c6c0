// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import Imaging

/// Decodes a stream of H.264 into frames. Only complete pictures become frames: after a damaged or missing one there are
/// none until the next key picture. Thread-bound.
///
/// For each picture it allocates a copy of the coded one, which a recording may take as it is, and the frame.
struct DecodedStream {
    /// The most frames in use at a time: on the screen, on the way there, by an assistant. Beyond that none is shown.
    private static let frameCount = 6

    private let decoder: H264Decoder
    private let pool: FramePool
    private let layout: FrameLayout
    private var stream = H264Stream()
    private var lastSequence: UInt32?
    /// The group of the last picture; nil while a key picture is awaited.
    private var group: CodedGroup?
    private var waiting = WaitingUnits()

    /// - Parameter layout: of the coded pictures.
    init(_ layout: FrameLayout) throws(ImagingError) {
        self.layout = Self.layout(of: layout)
        decoder = try H264Decoder(layout.size)
        pool = FramePool(count: Self.frameCount, byteCount: self.layout.wholeByteCount ?? 0)
    }

    /// The layout of the decoded frames.
    static func layout(of coded: FrameLayout) -> FrameLayout {
        FrameLayout(
            format: .yuv420, size: coded.size, bytesPerLine: coded.size.width, color: coded.color)
    }

    var waitsForKey: Bool { group == nil }

    /// - Returns: nil if no picture comes of it that can be shown.
    /// - Throws: `.unsupportedFormat`, `.failed` if the pictures are not what the driver said.
    mutating func decode(_ frame: Frame) throws(CameraError) -> Frame? {
        if frame.isDamaged || isGap(before: frame) { lose() }
        lastSequence = frame.sequence
        guard !frame.isDamaged else { return nil }
        // A copy: its bytes are read twice, and must outlive the driver's buffer.
        var unit = frame.detached()
        let kind = unit.withBytes { stream.note($0) }
        switch kind {
        case .key:
            if !stream.hasParameters { unit = unit.following(stream.parameters) }
            group = CodedGroup(parameters: stream.sequenceParameters)
        case .picture: break
        case .gap: lose()
        case .other: return nil
        }
        guard let group else { return nil }
        waiting.add(unit, isKey: kind == .key)
        let buffer = pool.take()
        let outcome = unit.withBytes { decoder.decode($0, into: buffer.map { pool.memory($0) }) }
        if case .picture(let matrix, let range, let delay) = outcome {
            let coded = group.append(unit)
            let captured = waiting.take(delay: delay) ?? unit
            return buffer.map {
                shown(captured, unit.sequence, waiting.areDelayed ? nil : coded, $0, matrix, range)
            }
        }
        if let buffer { pool.putBack(buffer) }
        switch outcome {
        case .picture: break
        case .nothing:
            _ = group.append(unit)
            if waiting.isFull { lose() }
        case .damaged: lose()
        case .resized: throw CameraError(.failed, step: "H.264 of another size")
        case .unsupported: throw CameraError(.unsupportedFormat, step: "planes of H.264")
        }
        return nil
    }

    /// Whether a frame is missing; false for drivers that don't count frames.
    private func isGap(before frame: Frame) -> Bool {
        lastSequence.map { (2..<0x8000_0000).contains(frame.sequence &- $0) } ?? false
    }

    /// Gives up the pictures up to the next key picture, which can't be decoded.
    private mutating func lose() {
        guard group != nil else { return }
        group = nil
        waiting.forget()
        decoder.forget()
    }

    /// - Parameters:
    ///   - captured: the unit with the time of the picture.
    ///   - coded: the coded picture, if it can be recorded as it is.
    private func shown(
        _ captured: Frame, _ sequence: UInt32, _ coded: CodedPicture?, _ buffer: Int,
        _ matrix: ColorDescription.Matrix?, _ range: ColorDescription.Range?
    ) -> Frame {
        var layout = layout
        layout.color = ColorDescription(
            matrix: matrix ?? layout.color.matrix, range: range ?? layout.color.range)
        return Frame(
            layout: layout, sequence: sequence, arrival: captured.arrival, sourceTime: captured.sourceTime,
            isSourceMonotonic: captured.captured == captured.sourceTime, isDamaged: false, memory: .pooled,
            coded: coded, bytes: UnsafeRawBufferPointer(pool.memory(buffer)),
            release: { [pool] in pool.putBack(buffer) })
    }
}

/// The access units whose pictures have not come yet: more than one if pictures refer to later ones and so are decoded in
/// another order. The next picture was captured at the earliest of their times, whether those are capture or arrival
/// times. A value without I/O.
private struct WaitingUnits {
    /// One more than a decoder can hold back (ITU-T H.264, A.3.1).
    private static let mostUnits = 17

    private var count = 0
    private var units: [(number: Int, unit: Frame, isKey: Bool)] = []
    /// Whether a picture has come later than its unit, so that pictures may be reordered.
    private(set) var areDelayed = false

    var isFull: Bool { units.count >= Self.mostUnits }

    mutating func add(_ unit: Frame, isKey: Bool) {
        count += 1
        units.append((count, unit, isKey))
    }

    /// - Parameter delay: how many units came after the one whose picture has come.
    /// - Returns: the unit with the time of that picture.
    mutating func take(delay: Int) -> Frame? {
        areDelayed = areDelayed || delay > 0
        let number = count - delay
        // Drops units whose pictures will not come any more: all of them without reordering, and those before a key
        // picture.
        if !areDelayed || units.contains(where: { $0.number == number && $0.isKey }) {
            units.removeAll { $0.number < number }
        }
        let earliest = units.indices.min { units[$0].unit.captured < units[$1].unit.captured }
        return earliest.map { units.remove(at: $0).unit }
    }

    mutating func forget() { units = [] }
}

extension Frame {
    /// A copy with some bytes before its own.
    fileprivate func following(_ head: [UInt8]) -> Frame {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: head.count + byteCount, alignment: 64)
        copy.copyBytes(from: head)
        withBytes { UnsafeMutableRawBufferPointer(rebasing: copy[head.count...]).copyMemory(from: $0) }
        let start = UInt(bitPattern: copy.baseAddress)
        return Frame(
            layout: layout, sequence: sequence, arrival: arrival, sourceTime: sourceTime,
            isSourceMonotonic: captured == sourceTime, isDamaged: false, memory: .own,
            bytes: UnsafeRawBufferPointer(copy),
            release: { UnsafeMutableRawPointer(bitPattern: start)?.deallocate() })
    }
}

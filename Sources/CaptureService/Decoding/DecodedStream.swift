internal import Cameras
internal import CaptureCore
internal import Imaging

/// Makes frames of a stream of H.264. Only pictures with all that they are made of become frames: after a damaged or missing
/// one none does until the next key picture. Thread-bound.
///
/// For each picture it allocates a copy of the coded one, which a recording may take as it is, and the frame.
struct DecodedStream {
    /// Frames that are held at a time: on the screen, on the way there, by an assistant. Others are not shown.
    private static let frameCount = 6

    private let decoder: H264Decoder
    private let pool: FramePool
    private let layout: FrameLayout
    private var stream = H264Stream()
    private var lastSequence: UInt32?
    /// Of the last picture; nil where a key picture is waited for.
    private var group: CodedGroup?

    /// - Parameter layout: of the coded pictures.
    init(_ layout: FrameLayout) throws(ImagingError) {
        self.layout = Self.layout(of: layout)
        decoder = try H264Decoder(layout.size)
        pool = FramePool(count: Self.frameCount, byteCount: self.layout.wholeByteCount ?? 0)
    }

    /// What such pictures are decoded to.
    static func layout(of coded: FrameLayout) -> FrameLayout {
        FrameLayout(
            format: .yuv420, size: coded.size, bytesPerLine: coded.size.width, color: coded.color)
    }

    var waitsForKey: Bool { group == nil }

    /// - Returns: nil where no picture comes of it that can be shown.
    /// - Throws: `.unsupportedFormat`, `.failed` where the pictures are not what the driver said.
    mutating func decode(_ frame: Frame) throws(CameraError) -> Frame? {
        if frame.isDamaged || isGap(before: frame) { lose() }
        lastSequence = frame.sequence
        guard !frame.isDamaged else { return nil }
        // What is read twice must not change meanwhile, and outlives the driver's buffer.
        var unit = frame.detached()
        switch unit.withBytes({ stream.note($0) }) {
        case .key:
            if !stream.hasParameters { unit = unit.following(stream.parameters) }
            group = CodedGroup()
        case .picture: break
        case .gap: lose()
        case .other: return nil
        }
        guard let group else { return nil }
        let buffer = pool.take()
        let outcome = unit.withBytes { decoder.decode($0, into: buffer.map { pool.memory($0) }) }
        if case .picture(let matrix, let range) = outcome {
            let picture = group.append(unit)
            return buffer.map { shown(picture, $0, matrix, range) }
        }
        if let buffer { pool.putBack(buffer) }
        switch outcome {
        case .picture: break
        case .nothing: _ = group.append(unit)
        case .damaged: lose()
        case .resized: throw CameraError(.failed, step: "H.264 of another size")
        case .unsupported: throw CameraError(.unsupportedFormat, step: "planes of H.264")
        }
        return nil
    }

    /// Not where a driver does not count.
    private func isGap(before frame: Frame) -> Bool {
        lastSequence.map { (2..<0x8000_0000).contains(frame.sequence &- $0) } ?? false
    }

    /// What follows can't be decoded before the next key picture.
    private mutating func lose() {
        guard group != nil else { return }
        group = nil
        decoder.forget()
    }

    private func shown(
        _ picture: CodedPicture, _ buffer: Int, _ matrix: ColorDescription.Matrix?,
        _ range: ColorDescription.Range?
    ) -> Frame {
        let unit = picture.unit
        var layout = layout
        layout.color = ColorDescription(
            matrix: matrix ?? layout.color.matrix, range: range ?? layout.color.range)
        return Frame(
            layout: layout, sequence: unit.sequence, arrival: unit.arrival, sourceTime: unit.sourceTime,
            isSourceMonotonic: unit.captured == unit.sourceTime, isDamaged: false, memory: .pooled,
            coded: picture, bytes: UnsafeRawBufferPointer(pool.memory(buffer)),
            release: { [pool] in pool.putBack(buffer) })
    }
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

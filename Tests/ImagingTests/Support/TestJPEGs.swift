// SPDX-License-Identifier: GPL-3.0-or-later
import CTurboJPEG
import CaptureCore

/// The test image as a JPEG file.
func testJPEG(_ size: PixelSize, _ subsampling: TJSAMP = TJSAMP_422, quality: Int32 = 95) -> [UInt8] {
    compress(TestImage(size: size).rgb(), size, TJPF_RGB, subsampling, quality)
}

/// Eight by eight pixels of one grey.
func flatGreyBlock(_ level: UInt8) -> [UInt8] {
    compress(
        [UInt8](repeating: level, count: 64), PixelSize(width: 8, height: 8), TJPF_GRAY, TJSAMP_GRAY, 100)
}

/// A JPEG file whose scans each add to the last.
func progressiveJPEG(_ size: PixelSize) -> [UInt8] {
    compress(TestImage(size: size).rgb(), size, TJPF_RGB, TJSAMP_420, 90, TJFLAG_PROGRESSIVE)
}

private func compress(
    _ pixels: [UInt8], _ size: PixelSize, _ format: TJPF, _ subsampling: TJSAMP, _ quality: Int32,
    _ flags: Int32 = 0
) -> [UInt8] {
    let handle = tjInitCompress()
    defer { tjDestroy(handle) }
    var output: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(output) }
    let status = tjCompress2(
        handle, pixels, Int32(size.width), 0, Int32(size.height), format.rawValue, &output, &count,
        Int32(subsampling.rawValue), quality, flags)
    guard status == 0 else { fatalError(String(cString: tjGetErrorStr2(handle))) }
    return Array(UnsafeBufferPointer(start: output, count: Int(count)))
}

/// A picture whose parts are quantized with one table that is defined anew before each of three scans (T.81, B.2.4.1): its
/// coefficients can't be kept, as a file coded anew has each table once.
func jpegWithChangingTable(_ size: PixelSize) -> [UInt8] {
    let levels: [[UInt8]] = (0..<3).map { part in
        (0..<size.area).map { UInt8(64 + ($0 % size.width + part * 20) % 128) }
    }
    let parts = zip(levels, [Int32(95), 50, 70]).map { compress($0, size, TJPF_GRAY, TJSAMP_GRAY, $1) }
    func segments(_ jpeg: [UInt8], _ marker: UInt8) -> [UInt8] {
        var (result, offset): ([UInt8], Int) = ([], 2)
        while jpeg[offset + 1] != 0xDA {
            let end = offset + 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
            if jpeg[offset + 1] == marker { result += jpeg[offset..<end] }
            offset = end
        }
        return result
    }
    // SOF0 with three components without subsampling, all with table 0.
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8]
    for side in [size.height, size.width] { file += [UInt8(side >> 8), UInt8(side & 0xFF)] }
    file += [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
    for (index, part) in parts.enumerated() {
        file += segments(part, 0xDB) + segments(part, 0xC4)
        file += [0xFF, 0xDA, 0, 8, 1, UInt8(index + 1), 0, 0, 63, 0] + scan(of: part)
    }
    return file + [0xFF, 0xD9]
}

/// Puts images of one block side by side, with a restart marker after each block but the last: each starts anew, so
/// their data need not be changed.
func joinedWithRestarts(_ blocks: [[UInt8]]) -> [UInt8] {
    guard let first = blocks.first,
        let header = first.indices.first(where: { first[$0...].starts(with: [0xFF, 0xC0]) })
    else { return [] }
    var file = first
    file[header + 8] = UInt8(8 * blocks.count)
    // DRI: four bytes of length and an interval of one block.
    file.insert(contentsOf: [0xFF, 0xDD, 0, 4, 0, 1], at: header)
    file.removeLast(2)
    for (index, block) in blocks.dropFirst().enumerated() {
        file += [0xFF, 0xD0 + UInt8(index % 8)] + scan(of: block)
    }
    return file + [0xFF, 0xD9]
}

/// The entropy-coded data.
private func scan(of jpeg: [UInt8]) -> ArraySlice<UInt8> {
    let marker = jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xDA]) } ?? 0
    return jpeg[(marker + 2 + Int(jpeg[marker + 2]) << 8 + Int(jpeg[marker + 3]))...].dropLast(2)
}

/// The same file without its DHT segments, as motion JPEG cameras send it.
func withoutHuffmanTables(_ jpeg: [UInt8]) -> [UInt8] {
    var result = Array(jpeg[..<2])
    var offset = 2
    while jpeg[offset + 1] != 0xDA {
        let end = offset + 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
        if jpeg[offset + 1] != 0xC4 { result += jpeg[offset..<end] }
        offset = end
    }
    return result + jpeg[offset...]
}

// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// Brings images to the colours of JPEG: BT.601, full range. JFIF knows no other. Stateless and thread-safe.
///
/// Going from limited to full range loses nothing: it spreads 220 steps over 256.
enum ColorConverter {
    /// The image itself if it has these colours already, else a converted copy.
    ///
    /// - Throws: `noMemory`.
    static func jpegColors(_ image: PlanarImage) throws(ImagingError) -> PlanarImage {
        guard image.color != .jpeg else { return image }
        let memory = try AlignedMemory(byteCount: PlaneTarget.byteCount(image.size))
        let target = PlaneTarget(memory.pointer.assumingMemoryBound(to: UInt8.self), size: image.size)
        try image.withPlanes { (planes) throws(ImagingError) in
            let steps = Steps(from: planes.color)
            for row in 0..<image.size.height.dividedUp(by: 2) {
                convert(row: row, of: planes, to: target, steps)
            }
        }
        target.padToEven(image.size)
        return PlanarImage(memory: memory, size: image.size, color: .jpeg, isWhole: image.isWhole)
    }

    /// One line of chroma and the two lines of luma that go with it.
    private static func convert(row: Int, of planes: PicturePlanes, to target: PlaneTarget, _ steps: Steps) {
        guard let blue = planes.second?.row(row), let red = planes.third?.row(row) else { return }
        let (newBlue, newRed) = (
            target.blue.base + row * target.blue.stride, target.red.base + row * target.red.stride
        )
        let lumaRows = 2 * row..<min(2 * row + 2, planes.size.height)
        for column in 0..<planes.size.width.dividedUp(by: 2) {
            let (b, r) = (Int32(blue[column]) - 128, Int32(red[column]) - 128)
            newBlue[column] = steps.chroma(steps.blueFromBlue * b + steps.blueFromRed * r)
            newRed[column] = steps.chroma(steps.redFromBlue * b + steps.redFromRed * r)
            let offset = steps.lumaFromBlue * b + steps.lumaFromRed * r
            for lumaRow in lumaRows {
                let from = planes.first.row(lumaRow)
                let to = target.luma.base + lumaRow * target.luma.stride
                for x in 2 * column..<min(2 * column + 2, planes.size.width) {
                    to[x] = steps.luma(Int32(from[x]), offset)
                }
            }
        }
    }

    /// The linear map from one kind of YCbCr to JPEG's, in 16.16 fixed point.
    ///
    /// Grey stays grey, so chroma depends on chroma only, and luma on luma and chroma.
    private struct Steps {
        private let lumaScale: Int32
        private let lumaZero: Int32
        let blueFromBlue, blueFromRed, redFromBlue, redFromRed, lumaFromBlue, lumaFromRed: Int32

        /// Factors of BT.709 and BT.601 from their luma weights (ITU-R BT.709-6 item 3.2, BT.601-7 section 2.5.1);
        /// limited range is 219 steps for luma, 224 for chroma.
        init(from color: ColorDescription) {
            let isLimited = color.range == .limited
            let weights = color.matrix == .bt709 ? (red: 0.2126, blue: 0.0722) : (red: 0.299, blue: 0.114)
            let green = 1 - weights.red - weights.blue
            let chromaScale = isLimited ? 255.0 / 224 : 1
            // RGB minus luma, for one step of chroma.
            let redFromRed = 2 * (1 - weights.red) * chromaScale
            let blueFromBlue = 2 * (1 - weights.blue) * chromaScale
            let greenFromRed = -redFromRed * weights.red / green
            let greenFromBlue = -blueFromBlue * weights.blue / green
            let lumaFromRed = 0.299 * redFromRed + 0.587 * greenFromRed
            let lumaFromBlue = 0.114 * blueFromBlue + 0.587 * greenFromBlue
            lumaScale = Self.fixed(isLimited ? 255.0 / 219 : 1)
            lumaZero = isLimited ? 16 : 0
            self.lumaFromRed = Self.fixed(lumaFromRed)
            self.lumaFromBlue = Self.fixed(lumaFromBlue)
            self.blueFromBlue = Self.fixed((blueFromBlue - lumaFromBlue) / 1.772)
            self.blueFromRed = Self.fixed(-lumaFromRed / 1.772)
            self.redFromRed = Self.fixed((redFromRed - lumaFromRed) / 1.402)
            self.redFromBlue = Self.fixed(-lumaFromBlue / 1.402)
        }

        private static func fixed(_ value: Double) -> Int32 { Int32((value * 65536).rounded()) }

        func luma(_ value: Int32, _ offset: Int32) -> UInt8 {
            UInt8(clamping: ((value - lumaZero) * lumaScale + offset + 0x8000) >> 16)
        }

        func chroma(_ value: Int32) -> UInt8 { UInt8(clamping: ((value + 0x8000) >> 16) + 128) }
    }
}

import CaptureCore
import Glibc

extension PlanarImage {
    /// A small grey picture, for testing an encoder.
    static func greySquare() throws(ImagingError) -> PlanarImage {
        let size = PixelSize(width: 64, height: 64)
        let memory = try AlignedMemory(byteCount: PlaneTarget.byteCount(size))
        memset(memory.pointer, 128, memory.byteCount)
        return PlanarImage(memory: memory, size: size, color: .jpeg, isWhole: true)
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Synchronization

/// Recycles the memory of masks. All memory in it has one size; thread-safe.
final class MaskPool: Sendable {
    /// The screen holds up to two of each kind, and one is being made.
    private static let capacity = 6
    private let free = Mutex<[AlignedMemory]>([])

    /// Bytes from one line to the next: whole cache lines; cairo needs at least whole words.
    static func stride(width: Int) -> Int { (width + 63) & ~63 }

    /// - Throws: `noMemory`.
    func mask(
        size: PixelSize, draw: (UnsafeMutablePointer<UInt8>, Int) -> Void
    ) throws(ImagingError) -> PictureMask {
        let stride = Self.stride(width: size.width)
        let memory = try take(byteCount: stride * size.height)
        draw(memory.pointer.assumingMemoryBound(to: UInt8.self), stride)
        return PictureMask(size: size, stride: stride, bytes: memory.pointer) { [weak self] in
            self?.giveBack(memory)
        }
    }

    private func take(byteCount: Int) throws(ImagingError) -> AlignedMemory {
        let found = free.withLock { free in
            free.removeAll { $0.byteCount != byteCount }
            return free.popLast()
        }
        if let found { return found }
        return try AlignedMemory(byteCount: byteCount)
    }

    private func giveBack(_ memory: AlignedMemory) {
        free.withLock { if $0.count < Self.capacity { $0.append(memory) } }
    }
}

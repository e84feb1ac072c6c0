// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Synchronization

/// Recycles the memory of pictures, so that drawing a frame allocates nothing but the `Picture` object.
///
/// All memory in it has one size: when the viewfinder changes its size, the old memory is released as soon as it
/// is no longer shown. Thread-safe: pictures are released on whichever thread drops them last.
public final class PicturePool: Sendable {
    /// One piece of memory and the closure that returns it. The closure is made once, not once a frame.
    private struct Slot {
        let memory: AlignedMemory
        let giveBack: @Sendable () -> Void
        var isInUse: Bool
    }

    private let capacity: Int
    private let slots: Mutex<[Slot]>

    /// - Parameter capacity: how many pictures can exist at once. The screen holds up to two, the mailbox one,
    ///   and one is being drawn.
    public init(capacity: Int = 6) {
        self.capacity = max(1, capacity)
        slots = Mutex([])
    }

    /// How many pieces of memory there are now, in use or not.
    public var memoryCount: Int { slots.withLock { $0.count } }

    /// Bytes from one line to the next in pictures of this width: whole cache lines.
    static func stride(width: Int) -> Int { (width * 4 + 63) & ~63 }

    /// Takes memory for a picture, lets `draw` fill it and wraps it up.
    ///
    /// - Parameter draw: gets the first pixel and the bytes from line to line.
    /// - Throws: `noMemory` when `capacity` pictures are in use; what `draw` throws.
    func picture(
        size: PixelSize, isMirrored: Bool, isWhole: Bool = true, frame: Frame, frameSize: PixelSize? = nil,
        portion: PixelRect? = nil,
        draw: (UnsafeMutableRawPointer, Int) throws(ImagingError) -> Void
    ) throws(ImagingError) -> Picture {
        let stride = Self.stride(width: size.width)
        let slot = try take(byteCount: stride * size.height)
        do {
            try draw(slot.memory.pointer, stride)
        } catch {
            slot.giveBack()
            throw error
        }
        return Picture(
            size: size, stride: stride, isMirrored: isMirrored, isWhole: isWhole, frame: frame,
            frameSize: frameSize, portion: portion, pixels: slot.memory.pointer, release: slot.giveBack)
    }

    private func take(byteCount: Int) throws(ImagingError) -> Slot {
        let outcome = slots.withLock { slots -> Result<Slot, ImagingError> in
            slots.removeAll { !$0.isInUse && $0.memory.byteCount != byteCount }
            if let index = slots.firstIndex(where: { !$0.isInUse }) {
                slots[index].isInUse = true
                return .success(slots[index])
            }
            guard slots.count < capacity else {
                return .failure(ImagingError(.noMemory, "all \(capacity) pictures are in use"))
            }
            return makeSlot(byteCount: byteCount).map { slot in
                slots.append(slot)
                return slot
            }
        }
        return try outcome.get()
    }

    private func makeSlot(byteCount: Int) -> Result<Slot, ImagingError> {
        do throws(ImagingError) {
            let memory = try AlignedMemory(byteCount: byteCount)
            // Holds the memory, so that a picture may outlive the pool.
            let giveBack: @Sendable () -> Void = { [weak self] in self?.giveBack(memory) }
            return .success(Slot(memory: memory, giveBack: giveBack, isInUse: true))
        } catch {
            return .failure(error)
        }
    }

    private func giveBack(_ memory: AlignedMemory) {
        slots.withLock { slots in
            guard let index = slots.firstIndex(where: { $0.memory === memory }) else { return }
            slots[index].isInUse = false
        }
    }
}

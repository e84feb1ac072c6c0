// SPDX-License-Identifier: GPL-3.0-or-later
import CV4L2
import Cameras
import CaptureTesting

/// Damages what a kernel has written into a request's structure, as no kernel should.
///
/// Only the kernel's fields are touched: pointers of the program stay, and their targets are damaged instead.
struct HostileAnswer {
    private static let numbers: [UInt32] = [
        0, 1, 2, 7, 0x7F, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFF_FFFF, 0x8000_0000,
        0x8000_0001, 0xFFFF_FFFE, 0xFFFF_FFFF,
    ]
    /// Formats that can be shown, so that a lie about one is not just an unknown format.
    private static let formats: [UInt32] = [
        0x4750_4A4D, 0x4745_504A, 0x5659_5559, 0x5956_5955, 0x3231_564E, 0x3231_5559, 0x3352_4742,
        0x3342_4752, 0x5945_5247,
    ]

    /// The size of a request's structure: bits 16 to 29 of its number (`_IOC_SIZE`).
    static func byteCount(of request: VideoRequest) -> Int { Int(request.number >> 16 & 0x3FFF) }

    /// - Parameter address: of the request's structure, as a number that may go into a lock.
    static func spoil(_ request: VideoRequest, at address: UInt, _ random: inout SeededRandom) {
        guard let argument = UnsafeMutableRawPointer(bitPattern: address) else { return }
        if request == .getControls || request == .setControls {
            spoil(argument.assumingMemoryBound(to: v4l2_ext_controls.self).pointee, &random)
        } else {
            spoil(UnsafeMutableRawBufferPointer(start: argument, count: byteCount(of: request)), &random)
        }
    }

    /// Claims a frame, in any buffer.
    static func claimFrame(at address: UInt, _ random: inout SeededRandom) {
        let buffer = UnsafeMutablePointer<v4l2_buffer>(bitPattern: address)
        buffer?.pointee.index = UInt32.random(in: 0..<9, using: &random)
        buffer?.pointee.bytesused = number(&random)
    }

    /// A control's value, or a compound control's data.
    private static func spoil(_ controls: v4l2_ext_controls, _ random: inout SeededRandom) {
        guard controls.count > 0, let entry = controls.controls else { return }
        if entry.pointee.size > 0, let payload = entry.pointee.ptr {
            spoil(UnsafeMutableRawBufferPointer(start: payload, count: Int(entry.pointee.size)), &random)
        } else {
            let (high, low) = (number(&random), number(&random))
            entry.pointee.value64 = Int64(bitPattern: UInt64(high) << 32 | UInt64(low))
        }
    }

    private static func spoil(_ bytes: UnsafeMutableRawBufferPointer, _ random: inout SeededRandom) {
        guard bytes.count >= 4 else { return }
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            // The important fields are mostly at the beginning.
            let end = Bool.random(using: &random) ? min(bytes.count, 64) : bytes.count
            let place = Int.random(in: 0...(end - 4) / 4, using: &random) * 4
            if Int.random(in: 0..<8, using: &random) == 0 {
                // A string without an end, or an empty one.
                let filler: UInt8 = [0xFF, 0x41, 0, 0xC3].randomElement(using: &random) ?? 0
                for index in place..<bytes.count { bytes[index] = filler }
            } else {
                bytes.storeBytes(of: number(&random), toByteOffset: place, as: UInt32.self)
            }
        }
    }

    private static func number(_ random: inout SeededRandom) -> UInt32 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: UInt32.random(in: 0...UInt32.max, using: &random)
        case 1: UInt32.random(in: 0...4096, using: &random)
        case 2: formats.randomElement(using: &random) ?? 0
        default: numbers.randomElement(using: &random) ?? 0
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import Cameras
internal import Platform

/// The region of interest of a scripted camera, as uvcvideo offers it since 2025.
public struct FakeRegion: Sendable {
    /// Left, top, width, height in sensor pixels.
    public typealias Rectangle = SIMD4<Int32>

    public var smallest = Rectangle(0, 0, 64, 48)
    public var largest = Rectangle(0, 0, 1280, 960)
    /// Every rectangle that was written.
    public private(set) var written: [Rectangle] = []
    /// As firmwares start: with nonsense.
    private var present = Rectangle(7, 7, 1, 1)

    public init() {}

    private func isPossible(_ request: Rectangle) -> Bool {
        request[0] >= 0 && request[1] >= 0 && Int(request[0]) + Int(request[2]) <= largest[2]
            && Int(request[1]) + Int(request[3]) <= largest[3] && request[2] >= smallest[2]
            && request[3] >= smallest[3]
    }

    /// `VIDIOC_G_EXT_CTRLS` and `VIDIOC_S_EXT_CTRLS` for the rectangle alone.
    mutating func handle(_ request: VideoRequest, _ which: UInt32, _ entry: v4l2_ext_control) throws(Errno) {
        guard entry.size == 16, let memory = entry.ptr?.assumingMemoryBound(to: v4l2_rect.self) else {
            throw .invalidArgument
        }
        if request == .setControls {
            let request = Rectangle(
                memory.pointee.left, memory.pointee.top, Int32(clamping: memory.pointee.width),
                Int32(clamping: memory.pointee.height))
            guard isPossible(request) else { throw .outOfRange }
            written.append(request)
            present = request
        }
        let answer: Rectangle
        switch which {
        case 0: answer = present
        case 0x0f00_0000, 0x0f03_0000: answer = largest
        case 0x0f02_0000: answer = smallest
        default: throw .invalidArgument
        }
        memory.pointee = v4l2_rect(
            left: answer[0], top: answer[1], width: UInt32(answer[2]), height: UInt32(answer[3]))
    }
}

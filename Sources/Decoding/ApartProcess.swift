// SPDX-License-Identifier: GPL-3.0-or-later
internal import CApart
internal import CaptureCore
internal import Glibc
internal import Platform

/// A running process apart: what it takes to talk to it, and to end it.
struct ApartProcess {
    let id: pid_t
    private let socket: Int32
    private let lifeline: Int32

    /// Starts one. Safe beside other threads.
    ///
    /// - Throws: what the system said.
    init(program: String, argument: String) throws(SystemFault) {
        var (socket, lifeline): (Int32, Int32) = (-1, -1)
        let id = tt_apart_start(program, argument, &socket, &lifeline)
        guard id > 0 else { throw SystemFault(.current, "posix_spawn") }
        (self.id, self.socket, self.lifeline) = (id, socket, lifeline)
    }

    /// Ends it, whatever it does, and gives back everything that it took here. Not to be used any more after that.
    func end() {
        _ = tt_apart_end(id)
        close(lifeline)
        close(socket)
    }

    /// - Returns: false if it is gone.
    func send(_ request: DecodingRequest, _ descriptors: [Int32]) -> Bool {
        request.bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                tt_apart_send(socket, $0, bytes.count, descriptors, descriptors.count)
            } ?? false
        }
    }

    /// Waits for a reply.
    ///
    /// - Parameter buffer: room for the longest.
    /// - Returns: nil if it is gone, takes too long, or talks nonsense.
    func reply(into buffer: inout [UInt8], by end: MonotonicTime) -> DecodingReply? {
        let left = max(0, (end - .now) / .milliseconds(1))
        var descriptors: [Int32] = [-1, -1]
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map {
                tt_apart_receive(socket, $0, bytes.count, &descriptors, Int32(clamping: Int(left)))
            } ?? -1
        }
        // It has none to give.
        for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
        return count > 0 ? DecodingReply(buffer[..<count]) : nil
    }
}

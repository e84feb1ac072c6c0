// SPDX-License-Identifier: GPL-3.0-or-later
import CApart
import CaptureTesting
import Foundation
import Testing

/// What the process apart can do: tried from inside, by a program that is started and shut in by the same calls.
@Suite struct WallsTests {
    private func heard() throws -> [String] {
        var (socket, lifeline): (Int32, Int32) = (-1, -1)
        // Something that the other process must not have.
        let secret = open("/etc/passwd", O_RDONLY)
        defer { close(secret) }
        let program = builtPrograms.appendingPathComponent("walls-check").path
        let process = tt_apart_start(program, "--walls", &socket, &lifeline)
        try #require(process > 0)
        defer {
            _ = tt_apart_end(process)
            close(socket)
            close(lifeline)
        }
        var said: [String] = []
        var buffer = [UInt8](repeating: 0, count: 256)
        var descriptors: [Int32] = [-1, -1]
        while said.last != "end" {
            let count = tt_apart_receive(socket, &buffer, buffer.count, &descriptors, 30_000)
            guard count > 0 else { break }
            said.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
        return said
    }

    @Test func nothingButMemoryAndThreadsIsLeft() throws {
        let said = try heard()
        // Programs that count what the tests reach get a variable of their own.
        let counted = said.filter { !$0.hasPrefix("variable __LLVM_PROFILE") }
        #expect(counted == ["walls 0", "memory", "threads", "end"])
    }

    @Test func itEndsWithTheLifelineInTheMidstOfItsWork() throws {
        var (socket, lifeline): (Int32, Int32) = (-1, -1)
        let program = builtPrograms.appendingPathComponent("tintype").path
        let process = tt_apart_start(program, "--decode-apart=pictures", &socket, &lifeline)
        try #require(process > 0)
        defer { close(socket) }
        var buffer = [UInt8](repeating: 0, count: 256)
        var descriptors: [Int32] = [-1, -1]
        try #require(tt_apart_receive(socket, &buffer, buffer.count, &descriptors, 30_000) > 0)
        close(lifeline)
        // Without a reader's end of file: the socket is still open.
        var status: Int32 = 0
        #expect(waitpid(process, &status, 0) == process)
        #expect(status & 0x7F == SIGIO)
    }
}

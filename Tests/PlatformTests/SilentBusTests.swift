// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Platform
import Testing

@Suite struct SilentBusTests {
    @Test func connectingToABusThatSaysNothingEnds() throws {
        let path = "/tmp/tintype-silent-\(getpid())"
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer {
            close(listener)
            unlink(path)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) } == 0
        }
        try #require(isBound && listen(listener, 8) == 0)
        let start = ContinuousClock.now
        let error = #expect(throws: GLibError.self) {
            try BusConnection.open("unix:path=" + path, within: .milliseconds(200))
        }
        #expect(error?.meansTimeOut == true)
        #expect(ContinuousClock.now - start < .seconds(5))
    }
}

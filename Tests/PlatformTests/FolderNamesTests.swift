// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Platform
import Testing

struct FolderNamesTests {
    @Test func bothWaysSeeTheSameNames() throws {
        let folder = open("/proc/self", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        let names = try systemNames(in: folder)
        #expect(names.contains("status"))
        #expect(!names.contains(".") && !names.contains(".."))
        // From the beginning again.
        #expect(try Set(systemNames(in: folder)) == Set(names))
        #expect(Set(systemNames(in: "/proc/self")) == Set(names))
    }

    @Test func nonFolderHasNoNames() {
        #expect(systemNames(in: "/dev/null").isEmpty)
        #expect(systemNames(in: "/nowhere").isEmpty)
        let device = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(device) }
        #expect(throws: SystemFault(.notDirectory, "openat")) { try systemNames(in: device) }
    }
}

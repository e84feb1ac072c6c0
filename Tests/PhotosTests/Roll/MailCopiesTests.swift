// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting
import Glibc
import Testing

@testable import Photos

@Suite struct MailCopiesTests {
    private let folder = TemporaryFolder()
    private var copies: MailCopies { MailCopies(path: folder.path + "/cache/mail") }

    @Test func keptFileIsReadableByDescriptorAndName() throws {
        let number = try copies.keep([1, 2, 3], as: "IMG_1.jpg")
        defer { system_close(number) }
        var bytes = FileBytes(capacity: 8)
        try bytes.fill(from: Descriptor(owning: try system_duplicate(number)))
        #expect(bytes.with { Array($0) } == [1, 2, 3])
        let named = try #require(try system_status(of: copies.path + "/IMG_1.jpg"))
        #expect(named.identity == (try system_status(number)).identity)
    }

    @Test func trashedVideoIsRemovedADayLater() throws {
        for name in ["old.jpg", "new.jpg"] { system_close(try copies.keep([1], as: name)) }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let yesterday = timespec(tv_sec: now.tv_sec - 24 * 3600 - 60, tv_nsec: 0)
        utimensat(AT_FDCWD, copies.path + "/old.jpg", [yesterday, yesterday], 0)
        system_close(try copies.keep([2], as: "newest.jpg"))
        let names = try Folder.openOrMake(copies.path).names()
        #expect(Set(names) == ["new.jpg", "newest.jpg"])
    }
}

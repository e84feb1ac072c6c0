// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Photos

@Suite struct EntryNameTests {
    @Test func aNameIsReadAsItWasWritten() {
        let name = EntryName(slot: 3, run: "k3xq", count: 17)
        #expect(EntryName(fileName: name.fileName) == name)
        #expect(EntryName(fileName: name.partName, extension: EntryName.partExtension) == name)
        #expect(EntryName(id: name.id) == name)
    }

    @Test(
        arguments: [
            "", ".shot", "0.lock", "0-a-1", "0-a-1.shot.part", "0--1.shot", "-1-a-1.shot", "0-a-01.shot",
            "0-a-1-2-3.shot", "0-../x-1.shot", "00-a-1.shot", "0-a-+1.shot", "x-a-1.shot",
        ])
    func otherFilesAreNoEntries(fileName: String) {
        #expect(EntryName(fileName: fileName) == nil)
    }
}

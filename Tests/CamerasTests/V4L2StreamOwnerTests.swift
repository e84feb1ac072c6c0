// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Testing

@testable import Cameras

@Suite struct V4L2StreamOwnerTests {
    private let folder: V4L2Folder

    init() {
        folder = V4L2Folder()
        folder.write("", to: "dev/video0")
        folder.write("", to: "dev/video1")
    }

    @Test func aBusyCameraNamesItsOwner() {
        addProcess(4242, "cheese", opened: ["/dev/null", "\(folder.path)/dev/video0"])
        addProcess(4243, "vlc", opened: ["\(folder.path)/dev/video1"])
        #expect(owner() == "cheese")
    }

    @Test func ourOwnProcessIsNoOwner() {
        addProcess(getpid(), "tintype", opened: ["\(folder.path)/dev/video0"])
        #expect(owner() == nil)
    }

    @Test func aBrokerIsNamedOnlyWithoutAnotherOwner() {
        addProcess(10, "pipewire", opened: ["\(folder.path)/dev/video0"])
        #expect(owner() == "pipewire")
        addProcess(11, "guvcview", opened: ["\(folder.path)/dev/video0"])
        #expect(owner() == "guvcview")
    }

    @Test func nodeIsRecognizedByItsDeviceNumber() {
        // Two names of the same device; the test needs a real one.
        addProcess(12, "cheese", opened: ["/dev/null"])
        folder.link("alias", to: "/dev/null")
        #expect(StreamOwner.name(of: "\(folder.path)/alias", processes: "\(folder.path)/proc") == "cheese")
    }

    @Test func processesThatCannotBeReadAreNoOwners() {
        folder.makeFolder("proc/77")
        folder.makeFolder("proc/self/fd")
        addProcess(78, "", opened: ["\(folder.path)/dev/video0"])
        #expect(owner() == nil)
    }

    private func owner() -> String? {
        StreamOwner.name(of: "\(folder.path)/dev/video0", processes: "\(folder.path)/proc")
    }

    private func addProcess(_ number: Int32, _ name: String, opened: [String]) {
        folder.write("\(name)\n", to: "proc/\(number)/comm")
        for (index, path) in opened.enumerated() { folder.link("proc/\(number)/fd/\(index)", to: path) }
    }
}

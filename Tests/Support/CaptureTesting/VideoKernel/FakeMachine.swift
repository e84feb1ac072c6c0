// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import Glibc
internal import Platform

/// The state behind a fake kernel: open files, mappings, cameras.
struct FakeMachine {
    /// An open file. It lives on after close while something is mapped through it, as in the kernel.
    struct File {
        let node: String
        /// Makes the descriptor readable.
        let writingEnd: Int32
        var isOpen = true
        var mappings = 0
    }

    struct Mapping {
        let file: Int32
        let memory: FakeMemory
    }

    var cameras: [String: FakeCameraState]
    var record = FakeRecord()
    private var files: [Int32: File] = [:]
    private var mappings: [UInt: Mapping] = [:]

    init(_ cameras: [FakeCamera]) {
        self.cameras = Dictionary(uniqueKeysWithValues: cameras.map { ($0.node, FakeCameraState($0)) })
    }

    mutating func open(_ path: String) throws(Errno) -> Int32 {
        guard cameras[path]?.isPlugged == true else { throw .noEntry }
        if let failure = cameras[path]?.nextOpenFailure() { throw failure }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        files[ends[0]] = File(node: path, writingEnd: ends[1])
        record.opened += 1
        return ends[0]
    }

    mutating func close(_ descriptor: Int32) {
        guard files[descriptor]?.isOpen == true else { return misuse("close of \(descriptor)") }
        record.closed += 1
        files[descriptor]?.isOpen = false
        // The number stays taken while the file lives, so that a late call is noticed.
        releaseIfUnused(descriptor)
    }

    mutating func ioctl(
        _ descriptor: Int32, _ request: VideoRequest, _ argument: UnsafeMutableRawPointer
    ) throws(Errno) {
        guard let file = files[descriptor], file.isOpen else {
            misuse("\(request.name) on closed \(descriptor)")
            throw Errno(rawValue: EBADF)
        }
        guard var state = cameras[file.node], state.isPlugged else { throw .noDevice }
        defer {
            cameras[file.node] = state
            signal(descriptor, state)
        }
        try state.handle(request, argument, from: descriptor)
    }

    mutating func map(_ descriptor: Int32, length: Int, offset: Int) throws(Errno) -> UnsafeMutableRawPointer
    {
        guard let file = files[descriptor], file.isOpen else { throw Errno(rawValue: EBADF) }
        let index = offset / FakeCameraState.offsetStep
        guard let buffer = cameras[file.node]?.buffers[checked: index], buffer.memory.length == length,
            mappings[UInt(bitPattern: buffer.memory.start)] == nil
        else { throw .invalidArgument }
        cameras[file.node]?.buffers[index].mappings += 1
        mappings[UInt(bitPattern: buffer.memory.start)] = Mapping(file: descriptor, memory: buffer.memory)
        files[descriptor]?.mappings += 1
        record.mapped += 1
        return buffer.memory.start
    }

    mutating func unmap(_ address: UInt, length: Int) {
        guard let mapping = mappings.removeValue(forKey: address), mapping.memory.length == length else {
            return misuse("munmap of what is not mapped")
        }
        record.unmapped += 1
        files[mapping.file]?.mappings -= 1
        if let file = files[mapping.file] { cameras[file.node]?.forget(mapping.memory) }
        releaseIfUnused(mapping.file)
    }

    func readiness(of descriptor: Int32) -> Int16 {
        guard let file = files[descriptor], file.isOpen else { return Int16(POLLNVAL) }
        guard let state = cameras[file.node], state.isPlugged else {
            return Int16(POLLPRI | POLLERR | POLLHUP)
        }
        return state.readiness(for: descriptor)
    }

    mutating func deliver(_ delivery: FakeDelivery, to node: String) -> Bool {
        guard cameras[node]?.isPlugged == true else { return false }
        let wasFilled = cameras[node]?.fill(with: delivery) ?? false
        if let state = cameras[node], let owner = state.owner { signal(owner, state) }
        return wasFilled
    }

    mutating func unplug(_ node: String) {
        cameras[node]?.unplug()
        // Wakes pollers of the descriptor, as POLLHUP would.
        for file in files.values where file.node == node && file.isOpen { wake(file) }
    }

    /// Keeps the real descriptor readable exactly while a frame waits.
    private func signal(_ descriptor: Int32, _ state: FakeCameraState) {
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1 {}
        if state.owner == descriptor, state.hasFilledBuffer, let file = files[descriptor] { wake(file) }
    }

    private func wake(_ file: File) {
        var byte: UInt8 = 1
        _ = write(file.writingEnd, &byte, 1)
    }

    private mutating func releaseIfUnused(_ descriptor: Int32) {
        guard let file = files[descriptor], !file.isOpen, file.mappings == 0 else { return }
        cameras[file.node]?.release(by: descriptor)
        files[descriptor] = nil
        _ = Glibc.close(descriptor)
        _ = Glibc.close(file.writingEnd)
    }

    private mutating func misuse(_ what: String) { record.misuses.append(what) }
}

extension Array {
    /// The element, or nil outside the array.
    subscript(checked index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

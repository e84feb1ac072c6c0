/// An open file or folder; closed when it goes. Thread-bound.
struct Descriptor: ~Copyable {
    let number: Int32

    init(owning number: Int32) { self.number = number }

    deinit { system_close(number) }

    /// Writes all of the bytes, however little the system takes at once.
    func write(all bytes: [UInt8]) throws(SystemFault) {
        var written = 0
        while written < bytes.count {
            written += try write(bytes, from: written)
        }
    }

    private func write(_ bytes: [UInt8], from start: Int) throws(SystemFault) -> Int {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SystemFault) in
            try system_write(
                number, UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[start...]))
        }
    }

    /// Returns when what was written is on the disk.
    func sync() throws(SystemFault) { try system_sync(number) }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// Lets what writes into an open file go on in another one, which gets everything written so far: by its number, which
/// then means the other file. Thread-bound; blocks for as long as copying takes.
struct FileMove {
    /// What a multiplexer may still change behind the end: Matroska's cluster, which gets its size when it is complete. It
    /// is half a second long, 30 MiB of a camera's own pictures in 4K.
    private static let unsettled = 64 << 20
    /// This much may be left to be copied while writing is held up.
    private static let rest = 16 << 20
    /// How often what was written meanwhile is copied before it is held up: a slow disk might never come near the end.
    private static let rounds = 10

    private let old: OwnedDescriptor
    private let new: OwnedDescriptor
    /// Bytes that are copied and don't change any more.
    private var settled = 0

    /// Copies while writing goes on.
    ///
    /// - Parameter new: empty.
    /// - Throws: `noSpace`, `inputOutput`, `fileTooLarge`.
    init(from old: OwnedDescriptor, to new: OwnedDescriptor) throws(MediaFault) {
        (self.old, self.new) = (old, new)
        for _ in 0..<Self.rounds {
            let size = old.size
            let grown = size - settled
            try copy(to: size)
            settled = max(0, size - Self.unsettled)
            if grown <= Self.rest + Self.unsettled { break }
        }
    }

    /// Copies the rest, and puts the new file in the place of the old one. Nothing may be written meanwhile.
    func finish() throws(MediaFault) {
        try copy(to: old.size)
        let place = lseek(old.number, 0, SEEK_CUR)
        guard place >= 0, lseek(new.number, place, SEEK_SET) >= 0,
            dup2(new.number, old.number) >= 0, fcntl(old.number, F_SETFD, FD_CLOEXEC) >= 0
        else { throw Self.fault("dup2") }
    }

    private func copy(to end: Int) throws(MediaFault) {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { piece.deallocate() }
        var at = settled
        while at < end {
            let count = pread(old.number, piece.baseAddress, min(piece.count, end - at), off_t(at))
            guard count > 0 else { throw Self.fault("pread") }
            var written = 0
            while written < count {
                let step = pwrite(
                    new.number, piece.baseAddress.map { $0 + written }, count - written, off_t(at + written))
                guard step > 0 else { throw Self.fault("pwrite") }
                written += step
            }
            at += count
        }
    }

    private static func fault(_ call: String) -> MediaFault {
        let code: MediaFault.Code =
            switch errno {
            case ENOSPC, EDQUOT: .noSpace
            case EFBIG: .fileTooLarge
            default: .inputOutput
            }
        return MediaFault(code, "\(call): errno \(errno)")
    }
}

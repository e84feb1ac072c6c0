// SPDX-License-Identifier: GPL-3.0-or-later
internal import CApart
internal import CaptureCore
internal import Codes
internal import Glibc
internal import Imaging

/// The process apart: this program without its window, its files and its rights.
public enum DecodingService {
    private static let option = "--decode-apart="
    /// The number of its socket.
    private static let socket: Int32 = 3
    /// Beside what is loaded: the largest image, in the forms that decoders have it in at once.
    private static let memory = 2 << 30
    /// Seconds after which a request ends the process, should this program not do it.
    private static let patience: UInt32 = 60

    static func argument(_ purpose: ApartDecoder.Purpose) -> String { option + purpose.rawValue }

    /// Serves, and does not return, if that is what this process was started for. To be called before anything else: no
    /// thread may run, and nothing of the desktop may be open.
    public static func serveIfAsked(_ arguments: [String]) {
        guard arguments.count == 2, arguments[1].hasPrefix(option),
            let purpose = ApartDecoder.Purpose(rawValue: String(arguments[1].dropFirst(option.count))),
            isSocket
        else { return }
        if purpose == .files { ImageGreys.prepare() }
        let failure = tt_apart_enter(memory)
        say(.started(failure: failure))
        guard failure == 0 else { _exit(1) }
        serve()
    }

    /// Whoever types the option has none there.
    private static var isSocket: Bool {
        var facts = stat()
        return fstat(socket, &facts) == 0 && facts.st_mode & S_IFMT == S_IFSOCK
    }

    private static func serve() -> Never {
        var request = [UInt8](repeating: 0, count: 1024)
        var descriptors: [Int32] = [-1, -1]
        var picture: SharedMemory?
        while true {
            let count = request.withUnsafeMutableBytes { bytes in
                bytes.baseAddress.map { tt_apart_receive(socket, $0, bytes.count, &descriptors, -1) } ?? -1
            }
            guard count > 0, let asked = DecodingRequest(request[..<count]) else { _exit(0) }
            alarm(patience)
            say(answer(asked, descriptors, &picture))
            alarm(0)
            for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
        }
    }

    private static func say(_ reply: DecodingReply) {
        let isSent = reply.bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { tt_apart_send(socket, $0, bytes.count, nil, 0) } ?? false
        }
        guard isSent else { _exit(0) }
    }

    private static func answer(
        _ request: DecodingRequest, _ descriptors: [Int32], _ picture: inout SharedMemory?
    ) -> DecodingReply {
        switch request {
        case .codes(let layout, let search):
            if descriptors[0] >= 0 {
                picture = nil
                picture = SharedMemory(
                    mapping: descriptors[0], byteCount: layout.byteCount, isWritable: false)
            }
            guard let picture else { return .unreadable }
            let view = GreyView(
                pixels: UnsafePointer(picture.base.assumingMemoryBound(to: UInt8.self)), size: layout.size,
                rowStride: layout.rowStride, pixelStride: layout.pixelStride, kind: layout.kind)
            return .codes(CodeFinder.codes(in: view, search) { say(.group($0)) })
        case .codesInFile(let search):
            let codes = FileBytes(descriptors[0])?.with { bytes in
                ImageGreys.of(bytes) { CodeFinder.codes(in: $0, search) { say(.group($0)) } }
            }
            guard let codes = codes ?? nil else { return .unreadable }
            return .codes(codes)
        case .photo(let view, let room):
            let photo = FileBytes(descriptors[0])?.with { try? PhotoDecoder.photo($0, fitting: view) }
            guard let photo = photo ?? nil,
                let target = SharedMemory(mapping: descriptors[1], byteCount: room, isWritable: true)
            else { return .unreadable }
            return PhotoCopy.write(photo, to: target) ?? .unreadable
        }
    }
}

/// A file in memory that nothing else changes: a mapping would end the process when the file is cut.
private struct FileBytes: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer
    /// More than any image that can be decoded.
    private static let most = 512 << 20

    /// nil if it can't be read.
    init?(_ descriptor: Int32) {
        let size = lseek(descriptor, 0, SEEK_END)
        guard size > 0, size <= Self.most else { return nil }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        var count = 0
        while count < size {
            let read = pread(descriptor, bytes.baseAddress.map { $0 + count }, size - count, off_t(count))
            guard read > 0 else { break }
            count += read
        }
        guard count == size else {
            bytes.deallocate()
            return nil
        }
        self.bytes = bytes
    }

    deinit { bytes.deallocate() }

    func with<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        body(UnsafeRawBufferPointer(bytes))
    }
}

/// A photo's way through shared memory.
enum PhotoCopy {
    /// Bytes from one line to the next.
    static func stride(width: Int) -> Int { (width * 4 + 63) & ~63 }

    /// nil if the memory is too small.
    static func write(_ photo: DecodedPhoto, to memory: SharedMemory) -> DecodingReply? {
        let stride = stride(width: photo.size.width)
        guard stride * photo.size.height <= memory.byteCount else { return nil }
        for row in 0..<photo.size.height {
            (memory.base + row * stride).copyMemory(
                from: photo.pixels + row * photo.stride, byteCount: photo.size.width * 4)
        }
        return .photo(size: photo.size, fullSize: photo.fullSize, stride: stride, isWhole: photo.isWhole)
    }
}

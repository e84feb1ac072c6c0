// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Codes
internal import Imaging

/// What the two processes say to each other: messages of numbers and texts, each whole or not at all.
///
/// A reply comes from a process that a stranger's file may have taken over. Whatever it holds, reading it is safe: each
/// number is checked against what was asked for.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: Int) {
        withUnsafeBytes(of: Int64(number)) { bytes += $0 }
    }

    mutating func add(_ text: String) {
        add(text.utf8.count)
        bytes += text.utf8
    }
}

struct MessageReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// nil at the end.
    mutating func number() -> Int? {
        guard rest.count >= 8 else { return nil }
        let number = rest.withUnsafeBytes { Int($0.loadUnaligned(as: Int64.self)) }
        rest = rest.dropFirst(8)
        return number
    }

    /// With what is no UTF-8 replaced; nil if it is not there.
    mutating func text() -> String? {
        guard let count = number(), count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return String(decoding: rest.prefix(count), as: UTF8.self)
    }

    /// Whether everything was read.
    var isAtEnd: Bool { rest.isEmpty }
}

/// What is asked of the process apart. Its descriptors are sent with it.
enum DecodingRequest: Equatable {
    /// Codes in shared memory; the first descriptor is that memory where it is not the last one.
    case codes(PictureLayout, CodeSearch)
    /// Codes in the image file that is the first descriptor.
    case codesInFile(CodeSearch)
    /// The photo in the first descriptor, into the memory of the second.
    case photo(fitting: PixelSize, room: Int)

    var bytes: [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .codes(let layout, let search):
            writer.add(0)
            search.write(to: &writer)
            layout.write(to: &writer)
        case .codesInFile(let search):
            writer.add(1)
            search.write(to: &writer)
        case .photo(let size, let room):
            for number in [2, size.width, size.height, room] { writer.add(number) }
        }
        return writer.bytes
    }

    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = MessageReader(bytes)
        switch reader.number() {
        case 0:
            guard let search = CodeSearch(&reader), let layout = PictureLayout(&reader) else { return nil }
            self = .codes(layout, search)
        case 1:
            guard let search = CodeSearch(&reader) else { return nil }
            self = .codesInFile(search)
        case 2:
            guard let width = reader.number(), let height = reader.number(), let room = reader.number() else {
                return nil
            }
            self = .photo(fitting: PixelSize(width: width, height: height), room: room)
        default: return nil
        }
        guard reader.isAtEnd else { return nil }
    }
}

/// How, and for what, a picture is searched.
public struct CodeSearch: Equatable, Sendable {
    /// Also for damaged, turned, white and very small codes, which takes several times as long.
    public var isThorough: Bool
    /// The parts of the reader that are used, a bit for each (`tt_code_group`).
    var groups: Int

    public init(isThorough: Bool) { (self.isThorough, groups) = (isThorough, Self.allGroups) }

    static let allGroups = 7

    func write(to writer: inout MessageWriter) {
        writer.add(isThorough ? 1 : 0)
        writer.add(groups)
    }

    init?(_ reader: inout MessageReader) {
        guard let isThorough = reader.number(), let groups = reader.number() else { return nil }
        (self.isThorough, self.groups) = (isThorough != 0, groups)
    }
}

/// Where a picture's pixels are in shared memory, from its start on.
struct PictureLayout: Equatable {
    let size: PixelSize
    let rowStride: Int
    let pixelStride: Int
    let kind: GreyView.Kind

    init(_ view: GreyView) {
        (size, rowStride, pixelStride, kind) = (view.size, view.rowStride, view.pixelStride, view.kind)
    }

    /// The last line may lack what fills up the others.
    var byteCount: Int {
        rowStride * (size.height - 1) + pixelStride * (size.width - 1) + (kind == .grey ? 1 : 3)
    }

    func write(to writer: inout MessageWriter) {
        let kind = GreyView.Kind.all.firstIndex(of: kind) ?? 0
        for number in [size.width, size.height, rowStride, pixelStride, kind] { writer.add(number) }
    }

    init?(_ reader: inout MessageReader) {
        guard let width = reader.number(), let height = reader.number(), let rowStride = reader.number(),
            let pixelStride = reader.number(), let kind = reader.number(),
            GreyView.Kind.all.indices.contains(kind)
        else { return nil }
        size = PixelSize(width: width, height: height)
        (self.rowStride, self.pixelStride, self.kind) = (rowStride, pixelStride, GreyView.Kind.all[kind])
    }
}

extension GreyView.Kind {
    fileprivate static let all: [GreyView.Kind] = [.grey, .rgb, .bgr]
}

/// What the process apart says.
enum DecodingReply: Equatable {
    /// It is ready; or the errno of the wall that it can't build around itself.
    case started(failure: Int32)
    /// A part of the reader gets the picture now: if the process dies, it was that one.
    case group(Int)
    case codes([ScannedCode])
    /// The photo is in the memory that came with the request.
    case photo(size: PixelSize, fullSize: PixelSize, stride: Int, isWhole: Bool)
    /// It is no image that can be read.
    case unreadable

    /// No reply is longer: eight codes of each size of a picture, of which the largest hold 7,089 digits.
    static let longest = 192 * 1024

    var bytes: [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .started(let failure):
            writer.add(0)
            writer.add(Int(failure))
        case .group(let group):
            writer.add(1)
            writer.add(group)
        case .codes(let codes):
            writer.add(2)
            for code in codes where writer.bytes.count + code.text.utf8.count + 64 <= Self.longest {
                writer.add(CodeFormat.allCases.firstIndex(of: code.format) ?? 0)
                writer.add(code.text)
            }
        case .photo(let size, let fullSize, let stride, let isWhole):
            let numbers = [
                3, size.width, size.height, fullSize.width, fullSize.height, stride, isWhole ? 1 : 0,
            ]
            for number in numbers { writer.add(number) }
        case .unreadable: writer.add(4)
        }
        return writer.bytes
    }

    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = MessageReader(bytes)
        switch reader.number() {
        case 0:
            guard let failure = reader.number() else { return nil }
            self = .started(failure: Int32(truncatingIfNeeded: failure))
        case 1:
            guard let group = reader.number() else { return nil }
            self = .group(group)
        case 2:
            var codes: [ScannedCode] = []
            while let format = reader.number() {
                guard CodeFormat.allCases.indices.contains(format), let text = reader.text() else {
                    return nil
                }
                codes.append(ScannedCode(format: CodeFormat.allCases[format], text: text))
            }
            self = .codes(codes)
        case 3:
            let numbers = (0..<6).compactMap { _ in reader.number() }
            guard numbers.count == 6 else { return nil }
            self = .photo(
                size: PixelSize(width: numbers[0], height: numbers[1]),
                fullSize: PixelSize(width: numbers[2], height: numbers[3]), stride: numbers[4],
                isWhole: numbers[5] != 0)
        case 4: self = .unreadable
        default: return nil
        }
        guard reader.isAtEnd else { return nil }
    }
}

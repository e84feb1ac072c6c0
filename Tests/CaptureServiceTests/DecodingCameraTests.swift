// SPDX-License-Identifier: GPL-3.0-or-later
import Cameras
import CaptureCore
import CaptureService
import CaptureTesting
import Foundation
import Imaging
import Testing

/// A camera that sends H.264, with streams that ffmpeg made and decodes.
@Suite(.enabled(if: CodedSource.isThere, "no ffmpeg with x264"), .timeLimit(.minutes(10)))
struct DecodingCameraTests {
    private static let source = Result { try CodedSource(PixelSize(width: 320, height: 180), "") }

    private func start(_ units: [CodedUnit], hasKeyControl: Bool = false) throws -> (
        DecodingCamera, CodedCamera
    ) {
        let camera = CodedCamera(PixelSize(width: 320, height: 180), units, hasKeyControl: hasKeyControl)
        let decoding = DecodingCamera(camera)
        let stream = try decoding.start(nil)
        #expect(stream.layout.format == .yuv420 && stream.layout.size == camera.size)
        return (decoding, camera)
    }

    /// The numbers of the units that became frames.
    private func shown(_ units: [CodedUnit]) throws -> [UInt32] {
        let (camera, device) = try start(units)
        var numbers: [UInt32] = []
        while device.hasMore { if let frame = try camera.nextFrame() { numbers.append(frame.sequence) } }
        return numbers
    }

    @Test func eachPictureIsAsFFmpegDecodesIt() throws {
        let source = try Self.source.get()
        let (camera, device) = try start(source.units)
        var count = 0
        while device.hasMore {
            guard let frame = try camera.nextFrame() else { continue }
            #expect(frame.withBytes { Array($0) } == source.planes(Int(frame.sequence)))
            #expect(frame.coded?.unit.withBytes { Array($0) } == source.units[Int(frame.sequence)].bytes)
            #expect(frame.memory == .pooled && !frame.isDamaged)
            count += 1
        }
        #expect(count == 60 && source.units.count == 60)
    }

    @Test func cheapUpdateIsShownAtOnce() throws {
        let (camera, _) = try start(try Self.source.get().units)
        // The first call, the first picture: none waits for a later one.
        #expect(try camera.nextFrame()?.sequence == 0)
    }

    @Test func aStreamThatBeginsBetweenKeyPicturesBeginsWithTheNext() throws {
        #expect(try shown(Array(try Self.source.get().units[7...])) == Array(30..<60))
    }

    @Test func missedPictureIsWaitedFor() throws {
        var units = try Self.source.get().units
        units.remove(at: 10)
        #expect(try shown(units) == Array(0..<10) + Array(30..<60))
    }

    @Test func aMissingPictureIsNoticedWithoutAGapInTheNumbers() throws {
        var units = try Self.source.get().units
        units.remove(at: 10)
        for index in 10..<units.count { units[index].sequence -= 1 }
        #expect(try shown(units) == Array(0..<10) + Array(29..<59))
    }

    @Test func aDamagedPictureIsNotShownAndNeitherAreThoseAfterIt() throws {
        var units = try Self.source.get().units
        units[12].isDamaged = true
        #expect(try shown(units) == Array(0..<12) + Array(30..<60))
    }

    @Test(arguments: [0.3, 0.6, 0.9]) func whatIsCutOffIsNotShown(part: Double) throws {
        var units = try Self.source.get().units
        units[12].bytes.removeLast(Int(Double(units[12].bytes.count) * (1 - part)))
        let numbers = try shown(units)
        #expect(numbers.prefix(12) == Array(0..<12)[...] && !numbers.contains(12))
        #expect(numbers.suffix(30) == Array(30..<60)[...])
    }

    @Test func aKeyPictureIsAskedFor() throws {
        var units = try Self.source.get().units
        units[12].isDamaged = true
        let (camera, device) = try start(units, hasKeyControl: true)
        while device.hasMore { _ = try camera.nextFrame() }
        #expect(device.askedFor == [.forceKeyPicture])
    }

    @Test func parametersMayComeOnceAndByThemselves() throws {
        let source = try Self.source.get()
        var units = source.units
        let (head, rest) = source.parameters(of: units[30].bytes)
        #expect(!head.isEmpty)
        units[30].bytes = rest
        let (camera, device) = try start(units)
        var last: Frame?
        while device.hasMore { last = try camera.nextFrame() ?? last }
        let group = try #require(last?.coded?.group.units(from: 0))
        // A recording that begins there can be decoded.
        #expect(group.count == 30 && group[0].withBytes { Array($0) }.starts(with: [0, 0, 0, 1, 0x67]))
    }

    @Test func anotherSizeEndsTheStream() throws {
        let other = try CodedSource(PixelSize(width: 640, height: 360), "")
        let (camera, _) = try start(other.units)
        #expect { try camera.nextFrame() } throws: { ($0 as? CameraError)?.code == .failed }
    }

    @Test func otherPlanesAreRefused() throws {
        let other = try CodedSource(PixelSize(width: 320, height: 180), "", pixels: "yuv422p")
        let (camera, _) = try start(other.units)
        #expect { try camera.nextFrame() } throws: { ($0 as? CameraError)?.code == .unsupportedFormat }
    }

    /// Each picture comes once, in the order in which it is seen, and with the time of that place: whether the driver says
    /// when a picture was captured, or only when its unit came.
    @Test(arguments: [true, false], [(3, ""), (2, ":b-pyramid=none"), (1, "")])
    func picturesThatReferToLaterOnesComeInTheirOrder(isCaptured: Bool, form: (Int, String)) throws {
        let words = ":bframes=\(form.0):b-adapt=0" + form.1
        let source = try CodedSource(PixelSize(width: 320, height: 180), words)
        var units = source.units
        let places = try source.places()
        #expect(places != Array(0..<60) && places.count == 60)
        if isCaptured {
            for index in units.indices { units[index].captured = UInt32(places[index]) }
        }
        let (camera, device) = try start(units)
        var (number, last) = (0, MonotonicTime(nanoseconds: 0))
        while device.hasMore {
            guard let frame = try camera.nextFrame() else { continue }
            #expect(frame.withBytes { Array($0) } == source.planes(number), "\(number)")
            #expect(frame.captured > last && frame.coded == nil)
            if isCaptured { #expect(frame.captured == CodedCamera.time(UInt32(number))) }
            (number, last) = (number + 1, frame.captured)
        }
        // The last ones come with the next.
        #expect(number >= 60 - 3 && device.askedFor.isEmpty)
    }

    @Test func picturesThatReferToLaterOnesGoOnAfterALoss() throws {
        let source = try CodedSource(PixelSize(width: 320, height: 180), ":bframes=2:b-adapt=0")
        var units = source.units
        units[12].isDamaged = true
        let (camera, device) = try start(units)
        let planes = (0..<60).map { source.planes($0) }
        var numbers: [Int] = []
        while device.hasMore {
            guard let frame = try camera.nextFrame() else { continue }
            numbers.append(try #require(planes.firstIndex(of: frame.withBytes { Array($0) })))
        }
        #expect(numbers == numbers.sorted() && !numbers.contains(20) && numbers.contains(5))
        #expect(numbers.filter { $0 >= 30 }.first == 30 && numbers.count > 30)
    }

    /// Those of pictures may change at any time, and are in the stream.
    @Test(arguments: [("colormatrix=bt709", false), ("cabac=0", true)])
    func aGroupKnowsTheParametersOfItsSequence(words: String, areSame: Bool) throws {
        let size = PixelSize(width: 320, height: 180)
        let (before, after) = (try Self.source.get(), try CodedSource(size, ":" + words))
        var units = before.units + after.units
        for index in units.indices { units[index].sequence = UInt32(index) }
        let (camera, device) = try start(units)
        var groups: [CodedGroup] = []
        while device.hasMore {
            guard let group = try camera.nextFrame()?.coded?.group else { continue }
            if groups.last !== group { groups.append(group) }
        }
        try #require(groups.count == 4)
        let parameters = groups.map(\.parameters)
        #expect(parameters[0] == parameters[1] && parameters[2] == parameters[3])
        #expect(!parameters[0].isEmpty && (parameters[0] == parameters[2]) == areSame)
    }

    @Test func theStreamsOwnColoursCount() throws {
        let size = PixelSize(width: 320, height: 180)
        for (words, expected) in [
            ("", ColorDescription.video),
            (":colormatrix=bt709:fullrange=on", ColorDescription(matrix: .bt709, range: .full)),
        ] {
            let (camera, _) = try start(try CodedSource(size, words).units)
            #expect(try camera.nextFrame()?.layout.color == expected)
        }
    }

    @Test func decoderSurvivesArbitraryBytes() throws {
        var generator = SystemRandomNumberGenerator()
        let units = try Self.source.get().units
        for _ in 0..<40 {
            var damaged = units
            for index in damaged.indices where Int.random(in: 0..<3, using: &generator) == 0 {
                for _ in 0..<Int.random(in: 1...20, using: &generator) {
                    let at = damaged[index].bytes.indices.randomElement(using: &generator) ?? 0
                    damaged[index].bytes[at] = UInt8.random(in: 0...255, using: &generator)
                }
                if Bool.random(using: &generator) {
                    damaged[index].bytes.removeLast(Int.random(in: 0..<damaged[index].bytes.count))
                }
            }
            let (camera, device) = try start(damaged)
            while device.hasMore {
                do { _ = try camera.nextFrame() } catch { break }
            }
        }
    }

    @Test func heldFramesNeedNoMoreMemory() throws {
        let (camera, device) = try start(try Self.source.get().units)
        var held: [Frame] = []
        while device.hasMore { if let frame = try camera.nextFrame() { held.append(frame) } }
        #expect(held.count == 6)
        // Coded pictures without a frame can still be recorded.
        #expect(held.last?.coded?.group.units(from: 0)?.count == 30)
    }
}

/// An access unit, and what the driver says of it.
struct CodedUnit {
    var bytes: [UInt8]
    var sequence: UInt32
    var isDamaged = false
    /// Which picture it is, where the driver says when that was captured.
    var captured: UInt32?
}

/// Two seconds of H.264 with a key picture each second, from ffmpeg.
struct CodedSource {
    let units: [CodedUnit]
    private let decoded: [UInt8]
    private let pictureSize: Int

    static var isThere: Bool {
        ((try? output(of: ["ffmpeg", "-v", "error", "-h", "encoder=libx264"])) ?? Data()).count > 0
    }

    init(_ size: PixelSize, _ words: String, pixels: String = "yuv420p") throws {
        let folder = TemporaryFolder()
        let path = folder.file("coded.h264")
        let options = "aud=1:keyint=30:scenecut=0:bframes=0" + words
        try run(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=30:duration=2",
            "-pix_fmt", pixels, "-c:v", "libx264", "-preset", "veryfast", "-x264-params", options, path)
        let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        // One byte is compared first: a copy at each would take a second.
        let starts = (0..<(data.count - 5)).filter {
            data[$0 + 4] == 9 && Array(data[$0..<($0 + 5)]) == [0, 0, 0, 1, 9]
        }
        units = starts.enumerated().map { number, start in
            let end = number + 1 < starts.count ? starts[number + 1] : data.count
            return CodedUnit(bytes: Array(data[start..<end]), sequence: UInt32(number))
        }
        pictureSize = size.area * 3 / 2
        decoded = [UInt8](try output(of: ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-"]))
    }

    /// The place of each unit's picture among all that are seen.
    func places() throws -> [Int] {
        let folder = TemporaryFolder()
        let path = folder.file("coded.h264", units.flatMap(\.bytes))
        let said = try run("ffprobe", "-v", "error", "-show_entries", "frame=pkt_pos", "-of", "csv=p=0", path)
        // Where the pictures' units lie in the file, in the order in which the pictures are seen.
        let seen = said.split(separator: "\n").compactMap { Int($0.prefix { $0.isNumber }) }
        return seen.sorted().map { unit in seen.firstIndex(of: unit) ?? -1 }
    }

    func planes(_ number: Int) -> [UInt8] {
        Array(decoded[(number * pictureSize)..<((number + 1) * pictureSize)])
    }

    /// The units of kinds 7 and 8 of an access unit, and the others.
    func parameters(of bytes: [UInt8]) -> (head: [UInt8], rest: [UInt8]) {
        var (head, rest): ([UInt8], [UInt8]) = ([], [])
        var starts = (0..<(bytes.count - 3)).filter {
            bytes[$0 + 2] == 1 && Array(bytes[$0..<($0 + 3)]) == [0, 0, 1]
        }
        starts.append(bytes.count)
        for (start, end) in zip(starts, starts.dropFirst()) {
            let unit = Array(bytes[start..<end])
            if [7, 8].contains(unit[3] & 0x1f) { head += unit } else { rest += unit }
        }
        return (head, rest)
    }
}

/// A device that gives one coded unit after the other.
final class CodedCamera: CameraDevice {
    let info = CameraInfo(
        id: CameraID(rawValue: "coded"), name: "Coded", node: "/dev/video7", position: .external)
    let size: PixelSize
    let offers: [ModeOffer]
    private var units: ArraySlice<CodedUnit>
    private let hasKeyControl: Bool
    private(set) var askedFor: [ControlID] = []

    init(_ size: PixelSize, _ units: [CodedUnit], hasKeyControl: Bool) {
        (self.size, self.units, self.hasKeyControl) = (size, units[...], hasKeyControl)
        offers = [ModeOffer(format: .h264, size: size, rates: [FrameRate(30)])]
    }

    var hasMore: Bool { !units.isEmpty }
    var fileDescriptor: Int32 { -1 }

    private var layout: FrameLayout {
        FrameLayout(format: .h264, size: size, bytesPerLine: 0, color: .video)
    }

    func start(_ request: ModeRequest) throws(CameraError) -> StreamDescription {
        StreamDescription(layout: layout, rate: FrameRate(30))
    }

    func nextFrame() throws(CameraError) -> Frame? {
        guard let unit = units.popFirst() else { return nil }
        return Frame(
            copying: unit.bytes, layout: layout, sequence: unit.sequence,
            arrival: Self.time(unit.sequence + Self.lag), sourceTime: unit.captured.map { Self.time($0) },
            isSourceMonotonic: unit.captured != nil, isDamaged: unit.isDamaged, memory: .shared)
    }

    /// How many pictures come between a capture and its arrival.
    private static let lag: UInt32 = 4

    static func time(_ number: UInt32) -> MonotonicTime {
        MonotonicTime(nanoseconds: Int64(number + 1) * 1_000_000)
    }

    func readControls() -> [ControlReading] { [] }

    func readControl(_ control: ControlID) -> ControlReading? {
        guard hasKeyControl, control == .forceKeyPicture else { return nil }
        return ControlReading(
            descriptor: ControlDescriptor(
                id: control, name: "Force Key Frame", kind: .button, defaultValue: 0),
            value: nil)
    }

    func value(of control: ControlID) -> Int64? { nil }

    func setControl(_ control: ControlID, to value: Int64) throws(CameraError) -> Int64 {
        askedFor.append(control)
        return value
    }

    func changedControls() -> Set<ControlID> { [] }
    func stop() {}
    func close() {}
}

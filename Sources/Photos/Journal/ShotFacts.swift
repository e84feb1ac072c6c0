// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// Everything about a shot but its pixels, as stored in the journal.
struct ShotFacts: Equatable {
    var time: WallTime
    private var camera: CameraInfo
    private var mode: ShootingMode
    var format: PhotoFormat
    private var quality: Int
    private var orientation: PhotoOrientation
    private var measured: MeasuredSettings
    private var framing: PhotoFraming
    /// Where a later launch puts the photo: for a folder the library.
    var target: PhotoTarget
    private var layout: FrameLayout
    private var sequence: UInt32
    private var arrival: MonotonicTime
    private var isDamaged: Bool

    init(_ shot: Shot, target: PhotoTarget) {
        time = shot.time
        camera = shot.camera
        mode = shot.mode
        format = shot.format
        quality = shot.quality
        orientation = shot.orientation
        measured = shot.measured
        framing = shot.framing
        self.target = target
        layout = shot.frame.layout
        sequence = shot.frame.sequence
        arrival = shot.frame.arrival
        isDamaged = shot.frame.isDamaged
    }

    /// The shot with its frame's bytes.
    ///
    /// - Parameter bytes: owned by the frame, and freed with it.
    func shot(owning bytes: UnsafeMutableRawBufferPointer) -> Shot {
        let start = UInt(bitPattern: bytes.baseAddress)
        let frame = Frame(
            layout: layout, sequence: sequence, arrival: arrival, isDamaged: isDamaged, memory: .own,
            bytes: UnsafeRawBufferPointer(bytes),
            release: { UnsafeMutableRawPointer(bitPattern: start)?.deallocate() })
        return Shot(
            frame: frame, time: time, camera: camera, mode: mode, format: format, quality: quality,
            orientation: orientation, measured: measured, framing: framing)
    }
}

/// Facts as text. The names are part of the journal's format: they are only ever added to.
extension ShotFacts {
    var list: FactList {
        var list = FactList()
        list.set("time", number: time.nanosecondsSince1970)
        list.set("time.offset", number: time.offsetFromUTC)
        list["camera.id"] = camera.id.rawValue
        list["camera.name"] = camera.name
        list["camera.node"] = camera.node
        list["camera.position"] = camera.position.word
        list["mode"] = mode.rawValue
        list["format"] = format.rawValue
        list.set("quality", number: quality)
        list.set("orientation.turn", number: orientation.turn.rawValue)
        list.set("orientation.mirrored", flag: orientation.isMirrored)
        if case .file(let path) = target { list["file"] = path }
        writeFrame(to: &list)
        writeMeasured(to: &list)
        writeFraming(to: &list)
        return list
    }

    private func writeFraming(to list: inout FactList) {
        list.set("framing.x", number: framing.portion?.x)
        list.set("framing.y", number: framing.portion?.y)
        list.set("framing.width", number: framing.portion?.width)
        list.set("framing.height", number: framing.portion?.height)
        list.set("framing.mirrored", flag: framing.isMirrored ? true : nil)
    }

    private static func framing(_ list: FactList) -> PhotoFraming {
        var framing = PhotoFraming(isMirrored: list.flag("framing.mirrored") ?? false)
        if let x: Int = list.number("framing.x"), let y: Int = list.number("framing.y"),
            let width: Int = list.number("framing.width"), let height: Int = list.number("framing.height")
        {
            framing.portion = PixelRect(x: x, y: y, width: width, height: height)
        }
        return framing
    }

    private func writeFrame(to list: inout FactList) {
        list.set("frame.format", number: layout.format.rawValue)
        list.set("frame.width", number: layout.size.width)
        list.set("frame.height", number: layout.size.height)
        list.set("frame.stride", number: layout.bytesPerLine)
        list["frame.matrix"] = layout.color.matrix == .bt709 ? "709" : "601"
        list["frame.range"] = layout.color.range == .full ? "full" : "limited"
        list.set("frame.sequence", number: sequence)
        list.set("frame.arrival", number: arrival.nanoseconds)
        list.set("frame.damaged", flag: isDamaged)
    }

    private func writeMeasured(to list: inout FactList) {
        list.set("measured.exposure", number: measured.exposureTime.map(\.nanoseconds))
        list.set("measured.exposure.auto", flag: measured.isExposureAutomatic)
        list.set("measured.whitebalance.auto", flag: measured.isWhiteBalanceAutomatic)
        list.set("measured.zoom.millionths", number: measured.digitalZoom.flatMap(Self.millionths))
        list.set("measured.point.x", number: measured.pointOfInterest?.x)
        list.set("measured.point.y", number: measured.pointOfInterest?.y)
    }

    private static func millionths(_ value: Double) -> Int? { Int(exactly: (value * 1_000_000).rounded()) }

    /// nil if a necessary fact is missing or invalid.
    init?(_ list: FactList) {
        guard let nanoseconds: Int64 = list.number("time"), let offset: Int = list.number("time.offset"),
            offset.magnitude < 2 * 86400, let frame = FrameFacts(list)
        else { return nil }
        time = WallTime(nanosecondsSince1970: nanoseconds, offsetFromUTC: offset)
        camera = CameraInfo(
            id: CameraID(rawValue: list["camera.id"] ?? ""), name: list["camera.name"] ?? "",
            node: list["camera.node"] ?? "",
            position: CameraInfo.Position(word: list["camera.position"] ?? ""))
        mode = ShootingMode(stored: list["mode"] ?? "")
        format = PhotoFormat(stored: list["format"] ?? "")
        quality = min(100, max(1, list.number("quality") ?? 88))
        orientation = PhotoOrientation(
            turn: list.number("orientation.turn").flatMap { PhotoOrientation.Turn(rawValue: $0) } ?? .none,
            isMirrored: list.flag("orientation.mirrored") ?? false)
        measured = Self.measured(list)
        framing = Self.framing(list)
        target = list["file"].map { .file($0) } ?? .library
        (layout, sequence, arrival) = (frame.layout, frame.sequence, frame.arrival)
        isDamaged = frame.isDamaged
    }

    private static func measured(_ list: FactList) -> MeasuredSettings {
        var measured = MeasuredSettings(
            isExposureAutomatic: list.flag("measured.exposure.auto"),
            isWhiteBalanceAutomatic: list.flag("measured.whitebalance.auto"))
        let exposure: Int64? = list.number("measured.exposure")
        measured.exposureTime = exposure.map { .nanoseconds($0) }
        let zoom: Int? = list.number("measured.zoom.millionths")
        measured.digitalZoom = zoom.map { Double($0) / 1_000_000 }
        if let x: Int = list.number("measured.point.x"), let y: Int = list.number("measured.point.y") {
            measured.pointOfInterest = PixelPoint(x: x, y: y)
        }
        return measured
    }
}

/// The layout of the frame's bytes. Refuses numbers that no camera has, before anything is computed with them.
private struct FrameFacts {
    /// Pixels a side, beyond any sensor's.
    private static let maximumPixels = 1 << 16
    /// Bytes a line: eight for each of its pixels.
    private static let maximumStride = 8 * maximumPixels

    let layout: FrameLayout
    let sequence: UInt32
    let arrival: MonotonicTime
    let isDamaged: Bool

    init?(_ list: FactList) {
        guard let format: UInt32 = list.number("frame.format"),
            let width: Int = list.number("frame.width"), let height: Int = list.number("frame.height"),
            let stride: Int = list.number("frame.stride"), (1...Self.maximumPixels).contains(width),
            (1...Self.maximumPixels).contains(height), (0...Self.maximumStride).contains(stride)
        else { return nil }
        layout = FrameLayout(
            format: PixelFormat(rawValue: format), size: PixelSize(width: width, height: height),
            bytesPerLine: stride,
            color: ColorDescription(
                matrix: list["frame.matrix"] == "709" ? .bt709 : .bt601,
                range: list["frame.range"] == "full" ? .full : .limited))
        guard layout.wholeByteCount ?? 0 <= EntryHeader.maximumFrameBytes else { return nil }
        sequence = list.number("frame.sequence") ?? 0
        arrival = MonotonicTime(nanoseconds: list.number("frame.arrival") ?? 0)
        isDamaged = list.flag("frame.damaged") ?? false
    }
}

extension CameraInfo.Position {
    fileprivate var word: String {
        switch self {
        case .builtIn: "built-in"
        case .external: "external"
        case .board: "board"
        case .virtual: "virtual"
        case .simulated: "simulated"
        }
    }

    fileprivate init(word: String) {
        self = [.builtIn, .board, .virtual, .simulated].first { $0.word == word } ?? .external
    }
}

extension Duration {
    /// Clamped to what 64 bits hold: 292 years.
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds.magnitude < 9_000_000_000 else { return seconds < 0 ? .min : .max }
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}

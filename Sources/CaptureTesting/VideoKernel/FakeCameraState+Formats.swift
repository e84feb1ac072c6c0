internal import CV4L2
internal import Cameras
internal import CaptureCore
internal import System

/// Lists and formats.
extension FakeCameraState {
    func listFormat(_ entry: inout v4l2_fmtdesc) throws(Errno) {
        let format = try pick(camera.formats, entry.index)
        entry.pixelformat = format.format.rawValue
        entry.flags = format.isEmulated ? UInt32(V4L2_FMT_FLAG_EMULATED) : 0
    }

    func listSize(_ entry: inout v4l2_frmsizeenum) throws(Errno) {
        let format = try listed(entry.pixel_format)
        guard let range = format.range else {
            let size = try pick(format.sizes, entry.index).size
            entry.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
            entry.discrete = v4l2_frmsize_discrete(width: UInt32(size.width), height: UInt32(size.height))
            return
        }
        guard entry.index == 0 else { throw .invalidArgument }
        entry.type = V4L2_FRMSIZE_TYPE_STEPWISE.rawValue
        entry.stepwise = v4l2_frmsize_stepwise(
            min_width: UInt32(range.from.width), max_width: UInt32(range.to.width),
            step_width: UInt32(range.step.width), min_height: UInt32(range.from.height),
            max_height: UInt32(range.to.height), step_height: UInt32(range.step.height))
    }

    func listInterval(_ entry: inout v4l2_frmivalenum) throws(Errno) {
        let format = try listed(entry.pixel_format)
        let asked = PixelSize(width: Int(entry.width), height: Int(entry.height))
        guard let size = format.sizes.first(where: { $0.size == asked }) else { throw .invalidArgument }
        let interval = try pick(size.intervals, entry.index)
        entry.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
        entry.discrete = v4l2_fract(numerator: interval.numerator, denominator: interval.denominator)
    }

    /// What the driver makes of a wish: its first format for one it does not have, the nearest size it has.
    func adjusted(_ wish: v4l2_pix_format) -> v4l2_pix_format {
        guard
            let format = camera.formats.first(where: { $0.format.rawValue == wish.pixelformat })
                ?? camera.formats.first
        else { return wish }
        let asked = PixelSize(width: Int(wish.width), height: Int(wish.height))
        let nearest = format.sizes.map(\.size).min { $0.distance(to: asked) < $1.distance(to: asked) }
        let size = format.range == nil ? nearest ?? asked : asked
        var answer = wish
        answer.pixelformat = format.format.rawValue
        answer.width = UInt32(size.width)
        answer.height = UInt32(size.height)
        let line = FakeFormat.bytesPerLine(format.format, size.width)
        answer.bytesperline = UInt32(format.bytesPerLine ?? (format.format.isCompressed ? 0 : line))
        answer.sizeimage = UInt32(max(Int(answer.bytesperline), line) * size.height * 3 / 2)
        answer.colorspace = format.colorspace
        answer.ycbcr_enc = format.encoding
        answer.quantization = format.quantization
        return answer
    }

    mutating func setFormat(_ wish: inout v4l2_format, _ file: Int32) throws(Errno) {
        try own(file)
        guard buffers.isEmpty else { throw .busy }
        format = adjusted(wish.fmt.pix)
        wish.fmt.pix = format
    }

    func answerParameters(_ answer: inout v4l2_streamparm) {
        answer.parm.capture.capability = camera.hasSettableRate ? UInt32(V4L2_CAP_TIMEPERFRAME) : 0
        answer.parm.capture.timeperframe = interval
    }

    mutating func setParameters(_ wish: inout v4l2_streamparm, _ file: Int32) throws(Errno) {
        try own(file)
        if isStreaming { throw .busy }
        if camera.hasSettableRate { interval = nearest(to: wish.parm.capture.timeperframe) }
        let wished = wish.parm.capture.timeperframe
        answerParameters(&wish)
        if camera.echoesWishedRate { wish.parm.capture.timeperframe = wished }
    }

    /// The file takes the camera, or is told that another one has it.
    mutating func own(_ file: Int32) throws(Errno) {
        if let owner, owner != file { throw .busy }
        owner = file
    }

    private func nearest(to wish: v4l2_fract) -> v4l2_fract {
        let size = PixelSize(width: Int(format.width), height: Int(format.height))
        let intervals =
            camera.formats.first { $0.format.rawValue == format.pixelformat }?
            .sizes.first { $0.size == size }?.intervals ?? []
        let seconds = Double(wish.numerator) / Double(max(1, wish.denominator))
        let nearest = intervals.min { abs(Self.seconds($0) - seconds) < abs(Self.seconds($1) - seconds) }
        return nearest.map { v4l2_fract(numerator: $0.numerator, denominator: $0.denominator) } ?? wish
    }

    private static func seconds(_ interval: (numerator: UInt32, denominator: UInt32)) -> Double {
        Double(interval.numerator) / Double(max(1, interval.denominator))
    }

    private func listed(_ format: UInt32) throws(Errno) -> FakeFormat {
        guard let found = camera.formats.first(where: { $0.format.rawValue == format }) else {
            throw .invalidArgument
        }
        return found
    }

    private func pick<Element>(_ list: [Element], _ index: UInt32) throws(Errno) -> Element {
        if camera.listsNeverEnd, let last = list.last { return list[checked: Int(index)] ?? last }
        guard let element = list[checked: Int(index)] else { throw .invalidArgument }
        return element
    }
}

extension PixelSize {
    /// How many pixels one has more than the other; also for sizes whose areas no number holds.
    fileprivate func distance(to other: PixelSize) -> Double {
        abs(Double(width) * Double(height) - Double(other.width) * Double(other.height))
    }
}

extension FakeFormat {
    /// Bytes of a line of the first plane without padding.
    static func bytesPerLine(_ format: PixelFormat, _ width: Int) -> Int {
        switch format {
        case .yuyv, .uyvy: width * 2
        case .rgb24, .bgr24: width * 3
        default: width
        }
    }
}

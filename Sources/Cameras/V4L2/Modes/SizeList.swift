internal import CV4L2
internal import CaptureCore

/// The sizes that a node lists for one format; where it lists a range or nothing, the usual ones.
struct SizeList {
    /// More sizes than any camera lists for a format.
    static let limit: UInt32 = 128
    /// The sizes of webcams and screens, the largest first.
    static let common: [PixelSize] = [
        PixelSize(width: 4096, height: 2160), PixelSize(width: 3840, height: 2160),
        PixelSize(width: 2592, height: 1944), PixelSize(width: 2560, height: 1440),
        PixelSize(width: 1920, height: 1080), PixelSize(width: 1600, height: 1200),
        PixelSize(width: 1280, height: 960), PixelSize(width: 1280, height: 720),
        PixelSize(width: 1024, height: 768), PixelSize(width: 800, height: 600),
        PixelSize(width: 640, height: 480), PixelSize(width: 320, height: 240),
    ]
    /// Asked for where a driver lists nothing; its answer is a size that it has.
    private static let guesses: [PixelSize] = [
        PixelSize(width: 1920, height: 1080), PixelSize(width: 1280, height: 720),
        PixelSize(width: 640, height: 480),
    ]

    let node: VideoNode
    let format: PixelFormat

    /// - Throws: only when the device is gone.
    func read() throws(Errno) -> [PixelSize] {
        var sizes: [PixelSize] = []
        for index in 0..<Self.limit {
            var entry = v4l2_frmsizeenum()
            entry.index = index
            entry.pixel_format = format.rawValue
            guard try node.answers(.listSizes, &entry) else { break }
            guard entry.type == VideoConstant.discreteSize else {
                sizes += Self.sizes(in: entry.stepwise)
                break
            }
            sizes.append(PixelSize(width: Int(entry.discrete.width), height: Int(entry.discrete.height)))
        }
        let usable = Self.unique(sizes)
        return usable.isEmpty ? try probed() : usable
    }

    /// The common sizes that fit the range and its steps, and the largest of all.
    static func sizes(in range: v4l2_frmsize_stepwise) -> [PixelSize] {
        let largest = PixelSize(width: Int(range.max_width), height: Int(range.max_height))
        let fitting = common.filter { size in
            fits(size.width, range.min_width, range.max_width, range.step_width)
                && fits(size.height, range.min_height, range.max_height, range.step_height)
        }
        return [largest] + fitting
    }

    private static func fits(_ value: Int, _ low: UInt32, _ high: UInt32, _ step: UInt32) -> Bool {
        guard Int(low) <= value, value <= Int(high) else { return false }
        return (value - Int(low)) % max(1, Int(step)) == 0
    }

    /// Without duplicates and impossible sizes, so that areas can be multiplied.
    private static func unique(_ sizes: [PixelSize]) -> [PixelSize] {
        var seen = Set<PixelSize>()
        return sizes.filter { FrameLayout.allows($0) && seen.insert($0).inserted }
    }

    /// The driver's answers to the usual sizes, as long as it keeps the format.
    private func probed() throws(Errno) -> [PixelSize] {
        var sizes: [PixelSize] = []
        for guess in Self.guesses {
            var wish = v4l2_format.wish(format, guess)
            guard try node.answers(.tryFormat, &wish), wish.fmt.pix.pixelformat == format.rawValue else {
                continue
            }
            sizes.append(PixelSize(width: Int(wish.fmt.pix.width), height: Int(wish.fmt.pix.height)))
        }
        return Self.unique(sizes)
    }
}

extension v4l2_format {
    /// A capture format to request.
    static func wish(_ format: PixelFormat, _ size: PixelSize) -> v4l2_format {
        var wish = v4l2_format()
        wish.type = VideoConstant.capture
        wish.fmt.pix.pixelformat = format.rawValue
        wish.fmt.pix.width = UInt32(clamping: size.width)
        wish.fmt.pix.height = UInt32(clamping: size.height)
        wish.fmt.pix.field = VideoConstant.anyField
        return wish
    }
}

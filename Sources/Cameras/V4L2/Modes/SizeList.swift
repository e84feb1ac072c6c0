// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore
internal import Platform

/// The sizes that a node lists for one format; if it lists a range or nothing, the usual ones.
struct SizeList {
    /// More sizes than any camera lists for a format.
    private static let limit: UInt32 = 128
    /// Tried if a driver lists nothing; its answer is a size that it has.
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
        let usable = OfferBounds.possible(sizes)
        return usable.isEmpty ? try probed() : usable
    }

    private static func sizes(in range: v4l2_frmsize_stepwise) -> [PixelSize] {
        OfferBounds.sizes(
            from: PixelSize(width: Int(range.min_width), height: Int(range.min_height)),
            to: PixelSize(width: Int(range.max_width), height: Int(range.max_height)),
            step: PixelSize(width: Int(range.step_width), height: Int(range.step_height)))
    }

    /// The driver's answers to the usual sizes, as long as it keeps the format.
    private func probed() throws(Errno) -> [PixelSize] {
        var sizes: [PixelSize] = []
        for guess in Self.guesses {
            var request = v4l2_format.request(format, guess)
            guard try node.answers(.tryFormat, &request), request.fmt.pix.pixelformat == format.rawValue
            else {
                continue
            }
            sizes.append(PixelSize(width: Int(request.fmt.pix.width), height: Int(request.fmt.pix.height)))
        }
        return OfferBounds.possible(sizes)
    }
}

extension v4l2_format {
    /// A capture format to request.
    static func request(_ format: PixelFormat, _ size: PixelSize) -> v4l2_format {
        var request = v4l2_format()
        request.type = VideoConstant.capture
        request.fmt.pix.pixelformat = format.rawValue
        request.fmt.pix.width = UInt32(clamping: size.width)
        request.fmt.pix.height = UInt32(clamping: size.height)
        request.fmt.pix.field = VideoConstant.anyField
        return request
    }
}

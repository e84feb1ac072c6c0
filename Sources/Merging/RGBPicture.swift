// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture with three samples a pixel, encoded as sRGB is.
public struct RGBPicture: Equatable, Sendable {
    public let width: Int
    public let height: Int
    /// Whether samples reach 65535 and not 255.
    public let isDeep: Bool
    /// Red, green, blue, red, …, row by row without gaps.
    public var samples: [UInt16]

    /// - Precondition: three samples a pixel.
    public init(width: Int, height: Int, isDeep: Bool, samples: [UInt16]) {
        precondition(width > 0 && height > 0 && samples.count == 3 * width * height)
        self.width = width
        self.height = height
        self.isDeep = isDeep
        self.samples = samples
    }
}

/// The channels of a picture, as codes of eight bits with fractions.
struct Channels {
    let planes: [Plane]

    var width: Int { planes[0].width }
    var height: Int { planes[0].height }

    init(width: Int, height: Int) {
        planes = (0..<3).map { _ in Plane(width: width, height: height) }
    }

    init(_ planes: [Plane]) { self.planes = planes }

    init(_ picture: RGBPicture) {
        self.init(width: picture.width, height: picture.height)
        fill(from: picture)
    }

    /// - Precondition: it is as large.
    func fill(from picture: RGBPicture) {
        let scale: Float = picture.isDeep ? 255.0 / 65535 : 1
        let planes = planes
        picture.samples.withUnsafeBufferPointer { samples in
            Bands.each(picture.height) { rows in
                for y in rows {
                    var source = samples.baseAddress! + 3 * picture.width * y
                    let (red, green, blue) = (planes[0].row(y), planes[1].row(y), planes[2].row(y))
                    for x in 0..<picture.width {
                        red[x] = Float(source[0]) * scale
                        green[x] = Float(source[1]) * scale
                        blue[x] = Float(source[2]) * scale
                        source += 3
                    }
                }
            }
        }
    }

    /// Rounded to samples.
    func picture(isDeep: Bool) -> RGBPicture {
        let (width, height) = (width, height)
        let scale: Float = isDeep ? 65535.0 / 255 : 1
        let top: Float = isDeep ? 65535 : 255
        let samples = [UInt16](unsafeUninitializedCapacity: 3 * width * height) { samples, count in
            Bands.each(height) { rows in
                for y in rows {
                    var target = samples.baseAddress! + 3 * width * y
                    let (red, green, blue) = (planes[0].row(y), planes[1].row(y), planes[2].row(y))
                    for x in 0..<width {
                        target[0] = UInt16(min(top, max(0, red[x] * scale + 0.5)))
                        target[1] = UInt16(min(top, max(0, green[x] * scale + 0.5)))
                        target[2] = UInt16(min(top, max(0, blue[x] * scale + 0.5)))
                        target += 3
                    }
                }
            }
            count = 3 * width * height
        }
        return RGBPicture(width: width, height: height, isDeep: isDeep, samples: samples)
    }

    /// The brightness of each pixel, still encoded.
    func luma() -> Plane {
        let result = Plane(unclearedWidth: width, height: height)
        Bands.each(height) { rows in
            for y in rows {
                let (red, green, blue) = (planes[0].row(y), planes[1].row(y), planes[2].row(y))
                let target = result.row(y)
                for x in 0..<width { target[x] = 0.299 * red[x] + 0.587 * green[x] + 0.114 * blue[x] }
            }
        }
        return result
    }
}

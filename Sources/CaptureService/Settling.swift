internal import CaptureCore

/// Notices when the picture's brightness has stopped changing.
///
/// How many frames that takes differs from camera to camera, so brightness decides, not a count (docs/cameras.md,
/// "Streaming").
struct Settling {
    /// A change of less than this, in parts of the full scale, is none.
    private static let tolerance = 0.012
    /// This many pictures in a row without change.
    private static let count = 3
    /// Samples one pixel in this many in each direction.
    private static let stride = 8

    private var last: Double?
    private var calm = 0

    /// - Returns: whether this picture and the ones before it are equally bright.
    mutating func isSettled(after picture: Picture) -> Bool {
        let brightness = Self.brightness(of: picture)
        calm = last.map { abs($0 - brightness) < Self.tolerance } == true ? calm + 1 : 0
        last = brightness
        return calm >= Self.count
    }

    /// The mean of the green channel, 0…1: green carries most of the luma.
    private static func brightness(of picture: Picture) -> Double {
        var (sum, count) = (0, 0)
        for line in Swift.stride(from: 0, to: picture.size.height, by: stride) {
            let pixels = picture.pixels.advanced(by: line * picture.stride)
            for column in Swift.stride(from: 0, to: picture.size.width, by: stride) {
                sum += Int(pixels.load(fromByteOffset: column * 4 + 1, as: UInt8.self))
                count += 1
            }
        }
        return Double(sum) / Double(max(1, count)) / 255
    }
}

/// How YCbCr numbers become colours.
public struct ColorDescription: Hashable, Sendable {
    /// The matrix between RGB and YCbCr.
    public enum Matrix: Sendable { case bt601, bt709 }
    /// Which numbers are black and white: 0…255, or 16…235 (chroma 16…240).
    public enum Range: Sendable { case full, limited }

    public var matrix: Matrix
    public var range: Range

    public init(matrix: Matrix, range: Range) {
        self.matrix = matrix
        self.range = range
    }

    /// What every JPEG file uses (JFIF 1.02, section "Color space").
    public static let jpeg = ColorDescription(matrix: .bt601, range: .full)
    /// What a raw stream uses when its driver says nothing more (V4L2, "Colorspaces": default quantization).
    public static let video = ColorDescription(matrix: .bt601, range: .limited)
}

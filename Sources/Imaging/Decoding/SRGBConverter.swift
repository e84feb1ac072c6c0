// SPDX-License-Identifier: GPL-3.0-or-later
import CLcmsLoader
import CaptureCore

/// A photo's colour space, if it is not sRGB.
enum PhotoColors {
    /// An ICC profile, as it is in the file.
    case profile([UInt8])
    /// Colour primaries with sRGB's curve (ITU-T H.273, table 2): 9 is BT.2020, 12 is Display P3.
    case primaries(Int)

    /// Profiles of cameras and screens have a few KiB, those of printers up to two MiB.
    static let longestProfile = 4 << 20
}

/// Brings pixels to sRGB with Little CMS. Stateless and thread-safe.
///
/// Does nothing if Little CMS is missing, if a profile is broken or not for RGB, and if it is sRGB's own: wrong
/// colours are better than no photo.
enum SRGBConverter {
    /// The profile where it is one for RGB that describes other colours than sRGB: nil where `convert` would change
    /// nothing.
    static func foreign(_ colors: PhotoColors?) -> [UInt8]? {
        // One whose length is not what it says is refused by PNG's decoders.
        guard case .profile(let bytes)? = colors, bytes.count >= 128,
            bytes.prefix(4).reduce(0, { $0 << 8 | Int($1) }) == bytes.count, let lcms = tt_lcms()?.pointee,
            let source = profile(.profile(bytes), lcms)
        else { return nil }
        defer { _ = lcms.CloseProfile(source) }
        guard lcms.GetColorSpace(source) == cmsSigRgbData, let target = lcms.Create_sRGBProfile() else {
            return nil
        }
        defer { _ = lcms.CloseProfile(target) }
        guard let transform = lcms.CreateTransform(source, format, target, format, intent, 0) else {
            return nil
        }
        defer { lcms.DeleteTransform(transform) }
        return changesColors(transform, lcms) ? bytes : nil
    }

    static func convert(_ buffer: PixelBuffer, from colors: PhotoColors?) {
        guard let colors, let lcms = tt_lcms()?.pointee, let source = profile(colors, lcms) else { return }
        defer { _ = lcms.CloseProfile(source) }
        guard lcms.GetColorSpace(source) == cmsSigRgbData, let target = lcms.Create_sRGBProfile() else {
            return
        }
        defer { _ = lcms.CloseProfile(target) }
        guard let transform = lcms.CreateTransform(source, format, target, format, intent, 0) else { return }
        defer { lcms.DeleteTransform(transform) }
        guard changesColors(transform, lcms) else { return }
        for row in 0..<buffer.size.height {
            lcms.DoTransform(transform, buffer.row(row), buffer.row(row), UInt32(buffer.size.width))
        }
    }

    /// lcms2's `TYPE_BGRA_8`, a macro that Swift does not see: RGB, one extra channel, three channels of one byte, in
    /// reverse order with the extra one last.
    private static let format: UInt32 = 4 << 16 | 1 << 7 | 3 << 3 | 1 | 1 << 10 | 1 << 14
    /// Relative colorimetric: colours common to both spaces stay unchanged.
    private static let intent: UInt32 = 1

    private static func profile(_ colors: PhotoColors, _ lcms: TtLcms) -> cmsHPROFILE? {
        switch colors {
        case .profile(let bytes):
            guard bytes.count >= 128, bytes.count <= PhotoColors.longestProfile else { return nil }
            return bytes.withUnsafeBytes { lcms.OpenProfileFromMem($0.baseAddress, UInt32($0.count)) }
        case .primaries(let number):
            return profile(primaries: number, lcms)
        }
    }

    /// The chromaticities are those of H.273; both have the white point D65.
    private static func profile(primaries number: Int, _ lcms: TtLcms) -> cmsHPROFILE? {
        let points: [(Double, Double)]
        switch number {
        case 9: points = [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)]
        case 12: points = [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)]
        default: return nil
        }
        func point(_ index: Int) -> cmsCIExyY { cmsCIExyY(x: points[index].0, y: points[index].1, Y: 1) }
        var triple = cmsCIExyYTRIPLE(Red: point(0), Green: point(1), Blue: point(2))
        var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
        // sRGB's curve (IEC 61966-2-1) as lcms2's type 4.
        let parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
        guard let curve = lcms.BuildParametricToneCurve(nil, 4, parameters) else { return nil }
        defer { lcms.FreeToneCurve(curve) }
        var curves: [OpaquePointer?] = [curve, curve, curve]
        return lcms.CreateRGBProfile(&white, &triple, &curves)
    }

    /// Tries colours from the whole cube: a profile that does not change them is sRGB, whatever its name.
    private static func changesColors(_ transform: cmsHTRANSFORM, _ lcms: TtLcms) -> Bool {
        let levels: [UInt8] = [0, 51, 102, 153, 204, 255]
        var before: [UInt8] = []
        for blue in levels {
            for green in levels { for red in levels { before += [blue, green, red, 255] } }
        }
        var after = before
        lcms.DoTransform(transform, before, &after, UInt32(before.count / 4))
        return zip(before, after).contains { abs(Int($0) - Int($1)) > 1 }
    }
}

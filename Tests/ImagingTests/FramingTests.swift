// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@testable import Imaging

/// A part of a frame, drawn and saved, is that part of the picture.
@Suite struct FramedPictureTests {
    private static let size = PixelSize(width: 640, height: 360)
    private static let formats: [PixelFormat] = [
        .yuyv, .uyvy, .nv12, .yuv420, .rgb24, .bgr24, .rgbx32, .rgba32, .bgrx32, .bgra32,
    ]
    private static let framings = [
        Framing(zoom: 2), Framing(aspect: .square), Framing(zoom: 3.3, aspect: .fourToThree),
        Framing(zoom: 5, centerX: 1, centerY: 0), Framing(zoom: 2, centerX: 0.2, centerY: 0.9),
    ]

    /// How far the pixel furthest from the test image is from it, where the picture shows a part of that.
    private func distance(_ picture: Picture) -> Double {
        let image = TestImage(size: Self.size)
        let (part, whole) = (picture.portion, Self.size)
        var worst = 0.0
        for y in 0..<picture.size.height {
            for x in 0..<picture.size.width {
                let column = picture.isMirrored ? picture.size.width - 1 - x : x
                let across = (Double(column) + 0.5) / Double(picture.size.width)
                let down = (Double(y) + 0.5) / Double(picture.size.height)
                let expected = image.color(
                    (Double(part.x) + across * Double(part.width)) / Double(whole.width),
                    (Double(part.y) + down * Double(part.height)) / Double(whole.height))
                worst = max(worst, picture.color(x, y).distance(to: expected))
            }
        }
        return worst
    }

    private func draw(
        _ frame: Frame, _ framing: Framing, view: PixelSize, isMirrored: Bool
    ) throws -> Picture {
        try FrameRenderer().render(
            frame, for: ViewfinderTarget(view: view, isMirrored: isMirrored, framing: framing),
            pool: PicturePool())
    }

    @Test(arguments: formats, framings)
    func everyFormatIsCutWhereItShould(_ format: PixelFormat, _ framing: Framing) throws {
        for isMirrored in [false, true] {
            for view in [PixelSize(width: 300, height: 300), PixelSize(width: 90, height: 60)] {
                let picture = try draw(
                    .raw(format, Self.size), framing, view: view, isMirrored: isMirrored)
                #expect(picture.portion == framing.portion(of: Self.size))
                #expect(distance(picture) < 7, "\(format) \(framing) in \(view)")
            }
        }
    }

    /// Decoded at full size, and at a half, a quarter, an eighth.
    @Test(arguments: framings, [640, 200, 90, 40])
    func motionJPEGIsCutWhereItShould(_ framing: Framing, _ side: Int) throws {
        let frame = Frame.jpeg(testJPEG(Self.size), Self.size)
        let view = PixelSize(width: side, height: side)
        let picture = try draw(frame, framing, view: view, isMirrored: false)
        #expect(
            picture.size
                == ViewfinderGeometry(source: framing.portion(of: Self.size).size, view: view).picture)
        #expect(distance(picture) < 9)
    }

    @Test func aPhotoIsThePartThatWasSeen() throws {
        let frame = Frame.raw(.nv12, Self.size)
        let whole = try PlanarImage(decoding: frame)
        let part = PixelRect(x: 100, y: 40, width: 200, height: 120)
        let photo = try PlanarImage.framed(frame, PhotoFraming(portion: part, isMirrored: true))
        #expect(photo.size == part.size)
        let (all, cut) = (whole.lumaBytes(), photo.lumaBytes())
        for y in 0..<part.height {
            for x in 0..<part.width {
                let mirrored = part.x + part.width - 1 - x
                #expect(cut[y * part.width + x] == all[(part.y + y) * Self.size.width + mirrored])
            }
        }
    }

    @Test func partOutsideTheFrameMeansAllOfIt() throws {
        let frame = Frame.raw(.yuyv, Self.size)
        let photo = try PlanarImage.framed(
            frame, PhotoFraming(portion: PixelRect(x: 600, y: 0, width: 100, height: 100)))
        #expect(photo.size == Self.size)
    }

    @Test(arguments: [PhotoFormat.jpeg, .heic])
    func motionJPEGIsReencodedOnlyWhereNeeded(_ format: PhotoFormat) throws {
        let part = PixelRect(x: 160, y: 90, width: 320, height: 180)
        for framing in [
            PhotoFraming.asDelivered, PhotoFraming(portion: part), PhotoFraming(isMirrored: true),
        ] {
            let shot = Shot(
                frame: .jpeg(testJPEG(Self.size), Self.size),
                time: WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0),
                camera: CameraInfo(
                    id: CameraID(rawValue: "x"), name: "X", node: "", position: .external),
                mode: .automatic, format: format, quality: 90, framing: framing)
            let photo = try PhotoEncoder(software: "Test").encode(shot)
            #expect(photo.size == framing.portion(of: Self.size).size)
            #expect(photo.isWhole)
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@Suite struct ViewfinderGeometryTests {
    @Test func everyPictureIsInsideCentredAndUndistorted() {
        var random = SeededRandom(seed: 1)
        for _ in 0..<5000 {
            let source = PixelSize(
                width: .random(in: 1...4096, using: &random), height: .random(in: 1...2304, using: &random))
            let view = PixelSize(
                width: .random(in: 1...5120, using: &random), height: .random(in: 1...2880, using: &random))
            let geometry = ViewfinderGeometry(source: source, view: view)
            expectInside(geometry)
            expectUndistorted(geometry, source)
        }
    }

    private func expectInside(_ geometry: ViewfinderGeometry) {
        let (picture, view) = (geometry.picture, geometry.view)
        #expect(picture.width >= 1 && picture.height >= 1)
        #expect(geometry.left >= 0 && geometry.left + picture.width <= view.width, "\(geometry)")
        #expect(geometry.top >= 0 && geometry.top + picture.height <= view.height, "\(geometry)")
        #expect(picture.width == view.width || picture.height == view.height, "\(geometry)")
        #expect(abs(view.width - picture.width - 2 * geometry.left) <= 1)
        #expect(abs(view.height - picture.height - 2 * geometry.top) <= 1)
    }

    /// The shorter side is exact to half a pixel, and never zero.
    private func expectUndistorted(_ geometry: ViewfinderGeometry, _ source: PixelSize) {
        let picture = geometry.picture
        let exactHeight = Double(picture.width) * Double(source.height) / Double(source.width)
        let exactWidth = Double(picture.height) * Double(source.width) / Double(source.height)
        let isExact =
            abs(Double(picture.height) - exactHeight) <= 0.5 || abs(Double(picture.width) - exactWidth) <= 0.5
        #expect(isExact || picture.width == 1 || picture.height == 1, "\(geometry) of \(source)")
    }

    @Test func aViewOfTheSameShapeIsFilled() {
        let geometry = ViewfinderGeometry(
            source: PixelSize(width: 1920, height: 1080), view: PixelSize(width: 1280, height: 720))
        #expect(geometry.picture == PixelSize(width: 1280, height: 720))
        #expect(geometry.left == 0 && geometry.top == 0)
    }

    @Test func aNarrowerPictureHasBarsAtItsSides() {
        let geometry = ViewfinderGeometry(
            source: PixelSize(width: 640, height: 480), view: PixelSize(width: 1280, height: 720))
        #expect(geometry.picture == PixelSize(width: 960, height: 720))
        #expect(geometry.left == 160 && geometry.top == 0)
    }

    @Test(arguments: [(0, 480, 640, 480), (640, 480, 640, 0), (-1, 5, 10, 10), (10, 10, -4, 10)])
    func nothingIsDrawnWhereEitherSideIsEmpty(width: Int, height: Int, viewWidth: Int, viewHeight: Int) {
        let geometry = ViewfinderGeometry(
            source: PixelSize(width: width, height: height),
            view: PixelSize(width: viewWidth, height: viewHeight))
        #expect(geometry.picture.isEmpty)
        #expect(geometry.left == 0 && geometry.top == 0)
    }
}

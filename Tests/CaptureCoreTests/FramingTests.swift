// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

struct FramingTests {
    private let hd = PixelSize(width: 1280, height: 720)

    @Test func unzoomedFrameIsShownWhole() {
        for size in [hd, PixelSize(width: 641, height: 479), PixelSize(width: 1, height: 1)] {
            #expect(Framing.whole.portion(of: size) == PixelRect(size))
        }
    }

    @Test func zoomShowsTheMiddle() {
        #expect(Framing(zoom: 2).portion(of: hd) == PixelRect(x: 320, y: 180, width: 640, height: 360))
    }

    @Test(arguments: [
        (AspectRatio.fourToThree, PixelRect(x: 160, y: 0, width: 960, height: 720)),
        (.sixteenToNine, PixelRect(x: 0, y: 0, width: 1280, height: 720)),
        (.square, PixelRect(x: 280, y: 0, width: 720, height: 720)),
    ])
    func theShapeIsTheLargestThereIs(_ aspect: AspectRatio, _ expected: PixelRect) {
        #expect(Framing(aspect: aspect).portion(of: hd) == expected)
    }

    @Test func aPointAtTheEdgeIsShownAsFarAsThereIsPicture() {
        let corner = Framing(zoom: 4, centerX: 1, centerY: 0).portion(of: hd)
        #expect(corner == PixelRect(x: 960, y: 0, width: 320, height: 180))
    }

    /// Any framing of any frame, plausible or not.
    @Test func everyPortionIsWithinItsFrame() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<20_000 {
            let size = PixelSize(
                width: Int.random(in: 1...5000, using: &random),
                height: Int.random(in: 1...4000, using: &random))
            let framing = Framing(
                zoom: [Double.random(in: 0...40, using: &random), .nan, .infinity, -1].randomElement(
                    using: &random) ?? 1,
                aspect: AspectRatio.allCases.randomElement(using: &random) ?? .native,
                centerX: Double.random(in: -1...2, using: &random),
                centerY: Double.random(in: -1...2, using: &random))
            let portion = framing.portion(of: size)
            #expect(portion.fits(in: size), "\(framing) of \(size): \(portion)")
            if portion.width < size.width { #expect(portion.x % 4 == 0) }
            if portion.height < size.height { #expect(portion.y % 2 == 0) }
        }
    }

    @Test func portionOutsideTheFrameMeansTheWholeFrame() {
        for part in [
            PixelRect(x: 1000, y: 0, width: 400, height: 10), PixelRect(x: 0, y: 0, width: 0, height: 5),
            PixelRect(x: -4, y: 0, width: 8, height: 8), PixelRect(x: 0, y: 0, width: .max, height: .max),
        ] {
            #expect(PhotoFraming(portion: part).portion(of: hd) == PixelRect(hd))
        }
    }
}

struct SensorZoomTests {
    @Test func buttonsOfferWhatTheCameraHas() {
        #expect(ZoomScale.offered(width: 640, reach: 1) == [1, 2])
        #expect(ZoomScale.offered(width: 1920, reach: 1) == [1, 2])
        #expect(ZoomScale.offered(width: 3840, reach: 1) == [1, 2, 4])
        #expect(ZoomScale.offered(width: 1280, reach: 5) == [1, 2, 5])
        #expect(ZoomScale.offered(width: 1280, reach: 30) == [1, 2, 8])
    }

    private func zoom(_ range: ClosedRange<Int64>, step: Int64 = 1) -> SensorZoomRange? {
        SensorZoomRange(
            ControlDescriptor(
                id: .zoom, name: "Zoom, Absolute", kind: .integer(range: range, step: step),
                defaultValue: range.lowerBound))
    }

    @Test func theCameraDoesWhatItCanAndTheRestIsLeft() throws {
        let camera = try #require(zoom(100...400))
        #expect(camera.split(1) == (100, 1))
        #expect(camera.split(2.5) == (250, 1))
        let beyond = camera.split(8)
        #expect(beyond.value == 400 && abs(beyond.rest - 2) < 1e-9)
    }

    @Test func coarseStepsAreSubdivided() throws {
        let camera = try #require(zoom(1...5))
        let (value, rest) = camera.split(2.5)
        #expect(value == 2 && abs(rest - 1.25) < 1e-9)
    }

    @Test func numbersThatSayNothingOfTheEnlargementAreNotUsed() {
        #expect(zoom(0...10) == nil)
        #expect(zoom(-5...5) == nil)
    }

    @Test func keysStepThroughAllStopsAndWrapAround() {
        var zoom = 1.0
        var seen: [Double] = []
        for _ in ZoomScale.stops {
            seen.append(zoom)
            zoom = ZoomScale.stop(after: zoom)
        }
        #expect(seen == ZoomScale.stops && zoom == 1)
        #expect(ZoomScale.stop(before: 1) == 8 && ZoomScale.stop(before: 2.2) == 2)
    }

    @Test func eightNotchesDoubleAndBackIsBack() {
        #expect(abs(ZoomScale.turned(1, by: 8) - 2) < 1e-6)
        #expect(abs(ZoomScale.turned(ZoomScale.turned(2, by: 3), by: -3) - 2) < 1e-6)
        #expect(ZoomScale.turned(1, by: -5) == 1)
        #expect(ZoomScale.turned(8, by: 100) == 8)
        #expect(ZoomScale.turned(.nan, by: 1) == 1)
    }
}

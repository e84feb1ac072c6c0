// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

struct PhotoPlacementTests {
    private let photo = PixelSize(width: 4000, height: 3000)
    private let view = PixelSize(width: 960, height: 600)

    @Test func aPhotoIsWholeAndInTheMiddleAtFirst() {
        let pose = PhotoPlacement(photo, in: view)
        #expect(pose.isWhole)
        #expect(pose.place.width == 800)
        #expect(pose.place.height == 600)
        #expect(pose.place.x == 80)
        #expect(pose.place.y == 0)
    }

    @Test func aSmallPhotoIsNotEnlarged() {
        let pose = PhotoPlacement(PixelSize(width: 100, height: 50), in: view)
        #expect(pose.scale == 1)
        #expect(pose.isWhole)
        #expect(pose.place.x == 430)
    }

    @Test(arguments: [(480.0, 300.0), (200, 100), (700, 500)])
    func thePointUnderTheHandStays(x: Double, y: Double) {
        var pose = PhotoPlacement(photo, in: view)
        let before = ((x - pose.place.x) / pose.place.width, (y - pose.place.y) / pose.place.height)
        pose.zoom(to: 1, atX: x, atY: y)
        let after = ((x - pose.place.x) / pose.place.width, (y - pose.place.y) / pose.place.height)
        // The place is on whole pixels.
        #expect(abs(before.0 - after.0) <= 0.5 / 4000 + 1e-9)
        #expect(abs(before.1 - after.1) <= 0.5 / 3000 + 1e-9)
        #expect(pose.place.width == 4000)
    }

    @Test func zoomEndsAtTheWholePhotoAndAtFourTimesItsPixels() {
        var pose = PhotoPlacement(photo, in: view)
        pose.zoom(to: 100, atX: 0, atY: 0)
        #expect(pose.scale == 4)
        pose.zoom(to: 0.001, atX: 0, atY: 0)
        #expect(pose.isWhole)
        #expect(pose.place.x == 80)
    }

    @Test func anEnlargedPhotoLeavesNoBlackBesideIt() {
        var pose = PhotoPlacement(photo, in: view)
        pose.zoom(to: 1, atX: 480, atY: 300)
        pose.pan(byX: 1e6, y: 1e6)
        #expect(pose.place.x == 0)
        #expect(pose.place.y == 0)
        pose.pan(byX: -1e6, y: -1e6)
        #expect(pose.place.x == 960 - 4000)
        #expect(pose.place.y == 600 - 3000)
    }

    @Test func aWholePhotoStaysWholeInAnotherView() {
        var pose = PhotoPlacement(photo, in: view)
        pose.resize(to: PixelSize(width: 400, height: 600))
        #expect(pose.isWhole)
        #expect(pose.place.width == 400)
        pose.zoom(to: 1, atX: 200, atY: 300)
        pose.resize(to: view)
        #expect(pose.scale == 1)
    }

    @Test func doubleClicksGoThroughAllOneToOneAndFourTimes() {
        var pose = PhotoPlacement(photo, in: view)
        var scales: [Double] = []
        for _ in 0..<3 {
            pose.zoom(to: pose.nextStop, atX: 480, atY: 300)
            scales.append(pose.scale)
        }
        #expect(scales == [1, 4, 0.2])
    }

    @Test func missingViewDoesNotTrap() {
        var pose = PhotoPlacement(photo, in: PixelSize(width: 0, height: 0))
        pose.zoom(to: 2, atX: 0, atY: 0)
        pose.pan(byX: 3, y: 3)
        pose.resize(to: view)
        #expect(pose.place.width > 0)
    }
}

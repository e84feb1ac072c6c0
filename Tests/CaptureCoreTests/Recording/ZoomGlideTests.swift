// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

/// The part of each frame that a video shows while the person zooms.
@Suite struct ZoomGlideTests {
    private let frame = PixelSize(width: 1920, height: 1080)

    private func time(_ picture: Int) -> MonotonicTime {
        MonotonicTime(nanoseconds: 33_333_333 * Int64(picture))
    }

    @Test func untouchedControlsStay() {
        let portion = PixelRect(x: 10, y: 5, width: 333, height: 201)
        var glide = ZoomGlide(portion)
        for picture in 0..<10 { #expect(glide.portion(at: time(picture)) == portion) }
    }

    @Test(arguments: [1.25, 2, 8])
    func aStepOfTheZoomGlidesToItsEnd(zoom: Double) {
        let goal = Framing(zoom: zoom).portion(of: frame)
        var glide = ZoomGlide(PixelRect(frame))
        _ = glide.portion(at: time(0))
        glide.aim(at: goal)
        var last = PixelRect(frame)
        for picture in 1...60 {
            let portion = glide.portion(at: time(picture))
            #expect(portion.fits(in: frame) && portion.width <= last.width && portion.x >= last.x)
            #expect(portion == goal || portion.x % 4 == 0 && portion.y % 2 == 0 && portion.width % 4 == 0)
            // Never more than half of what is left at once.
            #expect(last.width - portion.width <= (last.width - goal.width) / 2 + 4)
            last = portion
        }
        #expect(last == goal)
    }

    /// A pinch reports every little movement: none of them stops a glide that is under way.
    @Test func manySmallStepsAreFollowed() {
        var glide = ZoomGlide(PixelRect(frame))
        _ = glide.portion(at: time(0))
        var portion = PixelRect(frame)
        for picture in 1...30 {
            glide.aim(at: Framing(zoom: 1 + Double(picture) / 30).portion(of: frame))
            portion = glide.portion(at: time(picture))
        }
        // A fifth of a second behind, at most.
        #expect(portion.width < Framing(zoom: 1.8).portion(of: frame).width)
    }

    @Test func zoomReturnsToTheWholeFrame() {
        let odd = PixelSize(width: 855, height: 481)
        var glide = ZoomGlide(Framing(zoom: 3).portion(of: odd))
        _ = glide.portion(at: time(0))
        glide.aim(at: PixelRect(odd))
        for picture in 1...60 { #expect(glide.portion(at: time(picture)).fits(in: odd)) }
        #expect(glide.portion(at: time(61)) == PixelRect(odd))
    }
}

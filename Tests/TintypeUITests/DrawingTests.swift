// SPDX-License-Identifier: GPL-3.0-or-later
import CGtk
import CaptureCore
import Platform
import Testing

@testable import TintypeUI

/// What is drawn over the picture, on an image in memory.
@MainActor @Suite struct DrawingTests {
    // MARK: Grid

    private func grid(_ grid: CompositionGrid, _ width: Int, _ height: Int) -> Canvas {
        Canvas(width, height) { GridDrawing(grid: grid).draw($0, Double(width), Double(height)) }
    }

    /// The columns, and the rows, that have a bright line from edge to edge.
    private func lines(_ canvas: Canvas) -> (columns: [Int], rows: [Int]) {
        let isBright = { (color: Canvas.Color) in color.alpha > 200 && color.red > 150 }
        return (
            (0..<canvas.width).filter { x in (0..<canvas.height).allSatisfy { isBright(canvas[x, $0]) } },
            (0..<canvas.height).filter { y in (0..<canvas.width).allSatisfy { isBright(canvas[$0, y]) } }
        )
    }

    @Test func thirdsAreOnePixelWideAtAThirdAndTwo() {
        let lines = lines(grid(.thirds, 300, 150))
        #expect(lines.columns == [100, 200] && lines.rows == [50, 100])
    }

    @Test func squaresAreSquare() {
        let lines = lines(grid(.square, 400, 200))
        #expect(lines.rows == [50, 100, 150])
        #expect(lines.columns == [50, 100, 150, 200, 250, 300, 350])
    }

    /// On snow it is the dark edge that shows, at night the light middle.
    @Test func aLineHasADarkEdge() {
        let canvas = grid(.thirds, 300, 150)
        for x in [99, 101] {
            let edge = canvas[x, 20]
            #expect(edge.red == 0 && edge.alpha > 50)
        }
        #expect(canvas[97, 20] == .clear)
    }

    @Test func noGridOrPictureDrawsNothing() {
        #expect(grid(.off, 100, 100).isEmpty)
        #expect(Canvas(10, 10) { GridDrawing(grid: .thirds).draw($0, 0, 0) }.isEmpty)
    }

    // MARK: Level

    private func level(_ roll: Double) -> Canvas {
        Canvas(400, 300) { LevelDrawing(roll: roll).draw($0, 400, 300) }
    }

    @Test(arguments: [0, 0.6, -0.6])
    func orangeSaysThatItIsLevel(roll: Double) {
        let canvas = level(roll)
        #expect(canvas.has(.orange) && !canvas.has(.white))
    }

    @Test(arguments: [0.8, -0.8, 45, 180])
    func tiltedLevelIsNotOrange(roll: Double) {
        let canvas = level(roll)
        #expect(canvas.has(.white) && !canvas.has(.orange))
    }

    /// The computer is turned clockwise, so that the horizon goes the other way in its picture.
    @Test func theLineStaysWithTheHorizon() {
        let white = level(20).places { $0 == .white }
        let line = white.filter { abs($0.x - 200) < 70 && abs($0.x - 200) > 30 }
        #expect(!line.isEmpty)
        #expect(line.allSatisfy { ($0.x < 200) == ($0.y > 150) })
    }

    /// 28 % of the shorter side, and 28 pixels for the marks.
    @Test func theMarksStayWithThePicture() {
        for roll in [0.0, 30, 90] {
            let marks = level(roll).places { $0 == .white || $0 == .orange }.filter { abs($0.x - 200) > 95 }
            #expect(marks.contains { $0.x < 200 } && marks.contains { $0.x > 200 })
            #expect(marks.allSatisfy { abs($0.y - 150) <= 2 && abs($0.x - 200) <= 113 })
        }
    }

    // MARK: Histogram

    private func histogram(
        _ kind: Preferences.HistogramKind, _ width: Int = 400, _ height: Int = 300,
        _ change: (inout Histogram) -> Void
    ) -> Canvas {
        var histogram = Histogram()
        change(&histogram)
        return Canvas(width, height) {
            HistogramDrawing(histogram: histogram, kind: kind).draw($0, Double(width), Double(height))
        }
    }

    @Test func darkIsAtTheLeftAndFullColumnsReachTheTop() {
        let canvas = histogram(.luma) { $0.luma[20] = 100 }
        let bright = canvas.places { $0.red > 200 }
        // The card is 160 by 72 at (12, 12), and the diagram 4 pixels inside.
        let column = 16 + 20 * 152 / 64
        #expect(!bright.isEmpty && bright.allSatisfy { ($0.x - column).magnitude <= 3 })
        #expect(bright.map(\.y).min() == 16 && bright.map(\.y).max() == 79)
    }

    @Test func halfAsManyPixelsAreHalfAsHigh() {
        let canvas = histogram(.luma) {
            $0.luma[10] = 100
            $0.luma[50] = 50
        }
        let top = canvas.places { $0.red > 200 }.filter { $0.x > 100 }.map(\.y).min()
        #expect(top == 16 + 32)
    }

    @Test func allThreeColoursTogetherAreNearlyWhiteAndOneIsItsOwn() {
        let all = histogram(.rgb) { ($0.red[9], $0.green[9], $0.blue[9]) = (9, 9, 9) }
        let together = all[16 + 9 * 152 / 64 + 1, 70]
        #expect(together.red > 200 && together.green > 200 && together.blue > 200)
        let red = histogram(.rgb) { $0.red[9] = 9 }[16 + 9 * 152 / 64 + 1, 70]
        #expect(red.red > 150 && red.green < 90 && red.blue < 90)
    }

    @Test func brightnessHasNoColourAndNoOrange() {
        let canvas = histogram(.luma) { ($0.luma[9], $0.red[9]) = (9, 99) }
        #expect(canvas.places { $0.red != $0.green || $0.green != $0.blue }.isEmpty)
    }

    @Test func histogramIsHiddenInSmallPictures() {
        #expect(histogram(.luma, 320, 300) { $0.luma[1] = 1 }.isEmpty)
        #expect(histogram(.luma, 400, 144) { $0.luma[1] = 1 }.isEmpty)
        #expect(!histogram(.luma, 321, 145) { $0.luma[1] = 1 }.isEmpty)
    }

    /// One bin of pure black does not make the others invisible.
    @Test func blackPeakDoesNotFlattenTheHistogram() {
        let canvas = histogram(.luma) {
            $0.luma[0] = 1_000_000
            $0.luma[30] = 125_000
        }
        #expect(canvas.places { $0.red > 200 }.contains { $0.x > 60 && $0.y < 20 })
    }

    // MARK: Focus mark

    private func mark(_ state: FocusMark.State, age: Double? = nil, opacity: Double = 1) -> Canvas {
        Canvas(112, 112) { FocusMarkDrawing(state: state, age: age, opacity: opacity).draw($0, center: 56) }
    }

    @Test func onlyALockIsOrange() {
        #expect(mark(.locked).has(.orange))
        for state in [FocusMark.State.hunting, .failed, .fixed] { #expect(!mark(state).has(.orange)) }
        #expect(mark(.hunting).has(.white) && mark(.fixed).has(.white))
        #expect(mark(.failed).places { $0.red > 240 && $0.green > 100 && $0.green < 140 }.count > 20)
    }

    @Test func eachStateHasAShapeOfItsOwn() {
        // A lock is closed, hunting has gaps in the middle of its sides.
        #expect(mark(.locked)[56, 24].alpha == 255 && mark(.hunting)[56, 24].alpha == 0)
        // A failure stands on its tip and is crossed, a fixed focus has a dot.
        #expect(mark(.failed)[24, 24].alpha == 0 && mark(.failed)[56, 56].alpha == 255)
        #expect(mark(.locked)[56, 56].alpha == 0 && mark(.fixed)[58, 56].alpha > 0)
    }

    /// At its largest too: it pulses.
    @Test func markStaysInItsSquare() {
        for state in [FocusMark.State.hunting, .locked, .failed, .fixed] {
            for age in stride(from: 0, to: 1.2, by: 0.15) {
                #expect(mark(state, age: age).isWithin(2), "\(state) \(age)")
            }
        }
    }

    @Test func markFadesWithItsDarkEdge() {
        #expect(mark(.locked, opacity: 0).isEmpty)
        #expect(mark(.locked, opacity: 0.5).places { $0.alpha > 200 }.isEmpty)
    }

    // MARK: Ruler

    private func ruler(at value: Int64, _ words: @escaping (Int64) -> String = { "\($0)" }) throws -> Canvas {
        let reading = reading(.whiteBalanceTemperature, 2000...8000, value: value)
        let scale = DialScale(try #require(Dial.all(from: [reading]).first))
        return Canvas(400, 64) { context in
            RulerDrawing(scale: scale, position: scale.position(of: value), words: words).draw(
                context, width: 400, height: 64
            ) { words in
                let layout = pango_cairo_create_layout(context)
                pango_layout_set_text(layout, words, -1)
                return layout
            }
        }
    }

    /// The columns in which something is drawn in this row.
    private func columns(_ canvas: Canvas, row: Int) -> [Int] {
        (0..<canvas.width).filter { canvas[$0, row].alpha > 60 }
    }

    @Test func theNeedleAloneIsOrangeAndInTheMiddle() throws {
        let orange = try ruler(at: 5000).places { $0 == .orange }
        #expect(Set(orange.map(\.x)).isSubset(of: 198...201) && orange.count > 28)
    }

    @Test func theTicksSlideUnderTheNeedle() throws {
        // 14.4 pixels a stop of 100 K, and the long ones every 500 K.
        let long = columns(try ruler(at: 5000), row: 64 - 8 - 16)
        #expect([128, 272].allSatisfy { x in long.contains { abs($0 - x) <= 1 } })
        #expect(!long.contains { abs($0 - 200) > 3 && abs($0 - 200) < 69 })
        let slid = columns(try ruler(at: 5100), row: 64 - 8 - 16)
        #expect([128 - 14, 200 - 14, 272 - 14].allSatisfy { x in slid.contains { abs($0 - x) <= 1 } })
    }

    @Test func atTheEndOfTheScaleThereAreNoTicksBeyond() throws {
        #expect(columns(try ruler(at: 2000), row: 64 - 12).allSatisfy { $0 >= 197 })
        #expect(columns(try ruler(at: 8000), row: 64 - 12).allSatisfy { $0 <= 202 })
    }

    /// Half a number would be another number.
    @Test func clippedRulerLabelsAreHidden() throws {
        var asked: [Int64] = []
        let canvas = try ruler(at: 5000) { value in
            asked.append(value)
            return String(repeating: "8", count: 12)
        }
        #expect(asked.contains(5000))
        let letters = canvas.places { $0.alpha > 0 }.filter { $0.y < 28 }
        #expect(letters.allSatisfy { $0.x >= 4 && $0.x < 396 })
        #expect(!letters.isEmpty)
    }

    @Test func wordsAtNeighbouringTicksDoNotTouch() {
        for (control, range) in [
            (ControlID.exposureTime, 1...10_000 as ClosedRange<Int64>), (.gain, 0...255),
            (.whiteBalanceTemperature, 2000...10_000), (.focusPosition, 0...1023),
            (.exposureCompensation, -3000...3000),
        ] {
            guard let dial = Dial.all(from: [reading(control, range, value: 1)]).first else {
                Issue.record("no dial for \(control)")
                continue
            }
            let scale = DialScale(dial)
            #expect(RulerDrawing.spacing(scale) * Double(scale.wordInterval) >= 72)
        }
    }

    // MARK: Thumbnail

    /// A picture whose left half is red and whose right half is blue.
    private func halves(_ width: Int, _ height: Int, isMirrored: Bool) -> Picture {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 8)
        for index in 0..<width * height {
            let color: UInt32 = index % width < width / 2 ? 0xffff_0000 : 0xff00_00ff
            memory.storeBytes(of: color, toByteOffset: index * 4, as: UInt32.self)
        }
        let start = UInt(bitPattern: memory)
        return Picture(
            size: PixelSize(width: width, height: height), stride: width * 4, isMirrored: isMirrored,
            frame: frame(), pixels: memory,
            release: { UnsafeMutableRawPointer(bitPattern: start)?.deallocate() })
    }

    private func pixels(_ thumbnail: Thumbnail, side: Int) -> [UInt32] {
        var pixels = [UInt32](repeating: 0, count: side * side)
        pixels.withUnsafeMutableBytes {
            gdk_texture_download(
                thumbnail.texture.raw, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), gsize(side * 4))
        }
        return pixels
    }

    @Test(arguments: [(80, 40), (40, 80)])
    func aThumbnailIsTheMiddleOfThePicture(width: Int, height: Int) throws {
        let thumbnail = try #require(
            Thumbnail(of: halves(width, height, isMirrored: false), side: 8, isMirrored: false))
        let pixels = pixels(thumbnail, side: 8)
        // Of an edge cairo rounds the last digit.
        for y in 0..<8 {
            #expect(pixels[y * 8] & 0xfe_fefe == 0xfe_0000 && pixels[y * 8 + 7] & 0xfe_fefe == 0x00_00fe)
        }
    }

    /// The viewfinder is a mirror, photos are not, unless the person wants that.
    @Test func aThumbnailIsMirroredAsItsPhotoIs() throws {
        for (isSeenMirrored, isPhotoMirrored) in [(true, false), (false, true)] {
            let thumbnail = try #require(
                Thumbnail(
                    of: halves(8, 8, isMirrored: isSeenMirrored), side: 8, isMirrored: isPhotoMirrored))
            #expect(pixels(thumbnail, side: 8)[0] & 0xff_ffff == 0x0000_ff)
        }
        let same = try #require(Thumbnail(of: halves(8, 8, isMirrored: true), side: 8, isMirrored: true))
        #expect(pixels(same, side: 8)[0] & 0xff_ffff == 0xff_0000)
    }

    // MARK: The picture's place

    @Test func thePicturesPlaceIsInLogicalPixels() {
        let geometry = ViewfinderGeometry(
            source: PixelSize(width: 1920, height: 1080), view: PixelSize(width: 960, height: 960))
        let bounds = PictureArea(geometry, scale: 2).bounds
        #expect(bounds.origin.x == 0 && bounds.origin.y == 105)
        #expect(bounds.size.width == 480 && bounds.size.height == 270)
    }
}

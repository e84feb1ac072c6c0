// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

struct ViewfinderMappingTests {
    private static let sensors = [(1920, 1080), (640, 480), (1280, 960), (720, 1280), (3, 2)].map(
        PixelSize.init)
    private static let views = [(640, 480), (1000, 600), (333, 777), (1921, 1079), (360, 420)].map(
        PixelSize.init)
    private static let crops = [
        ViewfinderMapping.Crop.whole, ViewfinderMapping.Crop(left: 0.25, top: 0.125, width: 0.5, height: 0.5),
    ]

    private static func mappings(_ scale: Double) -> [(ViewfinderMapping, PixelSize)] {
        sensors.flatMap { sensor in
            views.flatMap { view in
                [false, true].flatMap { isMirrored in
                    crops.map { crop in
                        let size = PixelSize(
                            width: Int(Double(view.width) * scale), height: Int(Double(view.height) * scale))
                        let mapping = ViewfinderMapping(
                            geometry: ViewfinderGeometry(source: sensor, view: size), scale: scale,
                            isMirrored: isMirrored, crop: crop)
                        return (mapping, sensor)
                    }
                }
            }
        }
    }

    /// A click on the middle of every visible sensor pixel gives that pixel.
    @Test(arguments: [1.0, 1.5, 2]) func aClickOnAPixelIsThatPixel(scale: Double) {
        for (mapping, sensor) in Self.mappings(scale) {
            let (firstX, firstY) = (
                mapping.crop.left * Double(sensor.width), mapping.crop.top * Double(sensor.height)
            )
            let lastX = firstX + mapping.crop.width * Double(sensor.width)
            let lastY = firstY + mapping.crop.height * Double(sensor.height)
            let columns = stride(
                from: Int(firstX.rounded(.up)), to: Int(lastX), by: max(1, sensor.width / 97))
            let rows = stride(from: Int(firstY.rounded(.up)), to: Int(lastY), by: max(1, sensor.height / 53))
            for x in columns {
                for y in rows {
                    let middle = PointOfInterest(
                        x: (Double(x) + 0.5) / Double(sensor.width),
                        y: (Double(y) + 0.5) / Double(sensor.height))
                    let place = mapping.place(of: middle)
                    let clicked = mapping.point(x: place.x, y: place.y)?.pixel(in: sensor)
                    if clicked?.x != x || clicked?.y != y {
                        Issue.record("\(mapping) \(sensor): \(x), \(y) became \(String(describing: clicked))")
                        return
                    }
                }
            }
        }
    }

    /// Every device pixel in the picture maps to the sensor pixel drawn there, checked without the mapping.
    @Test func devicePixelsAreThoseThatAreDrawn() throws {
        let sensor = PixelSize(width: 320, height: 240)
        let view = PixelSize(width: 801, height: 500)
        let geometry = ViewfinderGeometry(source: sensor, view: view)
        for isMirrored in [false, true] {
            let mapping = ViewfinderMapping(geometry: geometry, scale: 2, isMirrored: isMirrored)
            for column in 0..<geometry.picture.width {
                let x = (Double(geometry.left + column) + 0.5) / 2
                let point = try #require(mapping.point(x: x, y: 100))
                let shown = isMirrored ? geometry.picture.width - 1 - column : column
                #expect(
                    point.pixel(in: sensor).x == (2 * shown + 1) * sensor.width / (2 * geometry.picture.width)
                )
            }
        }
    }

    @Test(arguments: [1.0, 1.5, 2]) func theLetterboxIsNothing(scale: Double) {
        for (mapping, _) in Self.mappings(scale) {
            let (left, top) = (Double(mapping.geometry.left) / scale, Double(mapping.geometry.top) / scale)
            let right = left + Double(mapping.geometry.picture.width) / scale
            let bottom = top + Double(mapping.geometry.picture.height) / scale
            #expect(mapping.point(x: left - 0.01, y: (top + bottom) / 2) == nil)
            #expect(mapping.point(x: right + 0.001, y: (top + bottom) / 2) == nil)
            #expect(mapping.point(x: (left + right) / 2, y: top - 0.01) == nil)
            #expect(mapping.point(x: (left + right) / 2, y: bottom + 0.001) == nil)
            #expect(mapping.point(x: left + 0.001, y: top + 0.001) != nil)
        }
    }

    @Test func anEmptyViewHasNoPoints() {
        let geometry = ViewfinderGeometry(
            source: PixelSize(width: 640, height: 480), view: PixelSize(width: 0, height: 0))
        #expect(ViewfinderMapping(geometry: geometry, scale: 1, isMirrored: false).point(x: 0, y: 0) == nil)
    }
}

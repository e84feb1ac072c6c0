// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Glibc
import Testing

@testable import TestScene

/// The files in data/scene, and what happens without them.
@Suite struct SceneFileTests {
    /// A folder with links to all files of the scene, in which single ones can be replaced.
    private final class Folder {
        private let folder = TemporaryFolder()
        var path: String { folder.path }

        init() {
            mkdir(path + "/coarse", 0o700)
            for name in Self.names {
                symlink(SmallScene.pictures + "/" + name, path + "/" + name)
            }
        }

        func damage(_ name: String) throws {
            unlink(path + "/" + name)
            let file = try #require(fopen(path + "/" + name, "w"))
            fputs("no picture", file)
            fclose(file)
        }

        static let layers = [
            "landscape", "landscape-light", "room", "room-light", "desk", "camera", "camera-light",
        ].map { $0 + ".png" }
        static let parts = ["town", "hour", "minute", "second", "rod", "digits"].map { $0 + ".png" }
        static let names = layers + layers.map { "coarse/" + $0 } + parts
        /// The files needed for the first frame.
        static let first = layers.map { "coarse/" + $0 } + parts
    }

    private func failure(_ body: () throws -> Void) -> CameraError? {
        do {
            try body()
            return nil
        } catch {
            return error as? CameraError
        }
    }

    @Test func aMissingPictureIsNamed() throws {
        for name in Folder.first {
            let folder = Folder()
            unlink(folder.path + "/" + name)
            let error = failure { _ = try ScriptedCamera(pictures: folder.path) }
            #expect(
                error
                    == CameraError(
                        .failed, underlying: ENOENT, step: "reading \(folder.path)/\(name)"))
        }
    }

    @Test func aDamagedPictureIsNamed() throws {
        for name in Folder.first {
            let folder = Folder()
            try folder.damage(name)
            let error = failure { _ = try ScriptedCamera(pictures: folder.path) }
            #expect(
                error
                    == CameraError(
                        .failed, underlying: EBADMSG, step: "reading \(folder.path)/\(name)"))
        }
    }

    @Test func aDamagedFineLayerFailsTheViewThatNeedsIt() throws {
        let folder = Folder()
        try folder.damage("desk.png")
        let pictures = try ScenePictures(folder: folder.path)
        let view = SceneView(width: 640, height: 360, zoom: 1)
        let urgent = try pictures.layer(.desk, in: view, isUrgent: true)
        #expect(urgent.width > 640)
        let error = failure { _ = try pictures.layer(.desk, in: view, isUrgent: false) }
        #expect(error?.underlying == EBADMSG)
    }

    @Test func lightsAreBrighterThanWhite() throws {
        let pictures = try ScenePictures(folder: SmallScene.pictures)
        let view = SceneView(width: 480, height: 270, zoom: 1)
        func brightest(_ layer: SceneLayer) throws -> Float {
            let image = try pictures.layer(layer, in: view, isUrgent: true)
            return (0..<image.width * image.height).reduce(0) {
                max($0, Radiance(stored: image.pixels[$1]).x)
            }
        }
        #expect(try brightest(.room) > 3)
        #expect(try brightest(.landscape) > 2)
        #expect(try brightest(.desk) <= 1)
        #expect(pictures.lamps.count == 34)
    }

    @Test func coarseLayersAreTheMeanOfTheFineOnes() throws {
        let size = 4
        for name in Folder.layers {
            let fine = try PictureFile(SmallScene.pictures + "/" + name)
            let coarse = try PictureFile(SmallScene.pictures + "/coarse/" + name)
            #expect(coarse.width == fine.width / size && coarse.height == fine.height / size)
            for (x, y) in (0..<40).map({ ($0 * 37 % coarse.width, $0 * 53 % coarse.height) }) {
                let block = (0..<size * size).map {
                    fine.light(x * size + $0 % size, y * size + $0 / size)
                }
                let mean = block.reduce(Radiance.zero, +) / Float(size * size)
                let difference = mean - coarse.light(x, y)
                #expect((difference * difference).sum().squareRoot() < 0.02)
            }
        }
    }

    @Test func resamplingKeepsTheLight() {
        let pixels = LinearImage(left: 0, top: 0, width: 12, height: 12)
        for index in 0..<144 { pixels.pixels[index] = Radiance(repeating: Float(index % 5)).stored }
        let whole = (0..<144).reduce(Float(0)) { $0 + Float($1 % 5) } / 144
        for side in [3, 4, 6] {
            let target = LinearImage(left: 0, top: 0, width: side, height: side)
            Picture(pixels, density: 1).resample(into: target, scale: Float(side) / 12, offset: .zero)
            let mean = (0..<side * side).reduce(Float(0)) { $0 + Radiance(stored: target.pixels[$1]).x }
            #expect(abs(mean / Float(side * side) - whole) < 0.02)
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import CV4L2
import CaptureCore
import CaptureTesting
import Glibc
import Platform
import Testing

@testable import Cameras

@Suite struct V4L2ListingTests {
    @Test func offersAreWhatTheDriverLists() throws {
        let offers = try offers { $0 = FakeCamera.webcam() }
        #expect(
            offers.map(\.size) == [
                PixelSize(width: 640, height: 480), PixelSize(width: 1280, height: 720),
                PixelSize(width: 640, height: 480), PixelSize(width: 1280, height: 720),
                PixelSize(width: 1920, height: 1080),
            ])
        #expect(offers[3].rates == [FrameRate(30), FrameRate(60)])
        #expect(offers.allSatisfy { !$0.isEmulated })
    }

    @Test func emptySizesAndZeroFractionsAreLeftOut() throws {
        let offers = try offers {
            $0.formats[0].sizes = [
                FakeSize(0, 0), FakeSize(640, 0), FakeSize(640, 480, [(1, 0), (0, 30), (0, 0), (1, 30)]),
            ]
        }
        #expect(offers.map(\.size) == [PixelSize(width: 640, height: 480)])
        #expect(offers[0].rates == [FrameRate(30)])
    }

    @Test func duplicatesAreListedOnce() throws {
        let size = FakeSize(640, 480, [(1, 30), (2, 60)])
        let offers = try offers {
            $0.formats = [FakeFormat(.yuyv, [size, size]), FakeFormat(.yuyv, [size])]
        }
        #expect(offers.count == 1)
        #expect(offers[0].rates == [FrameRate(30)])
    }

    @Test func endlessListIsCut() throws {
        let offers = try offers { $0.listsNeverEnd = true }
        #expect(offers.count == 1)
    }

    @Test func aRangeGivesItsLargestAndTheCommonSizesOnItsSteps() throws {
        let offers = try offers {
            $0.formats[0].range = (
                from: PixelSize(width: 32, height: 32), to: PixelSize(width: 1920, height: 1080),
                step: PixelSize(width: 16, height: 8)
            )
        }
        let sizes = offers.map(\.size)
        #expect(sizes.first == PixelSize(width: 1920, height: 1080))
        #expect(sizes.contains(PixelSize(width: 1280, height: 720)))
        #expect(!sizes.contains(PixelSize(width: 3840, height: 2160)))
        #expect(Set(sizes).count == sizes.count)
    }

    @Test func senselessRangeIsSurvived() throws {
        let offers = try offers {
            $0.formats[0].range = (
                from: PixelSize(width: 700, height: 500), to: PixelSize(width: 640, height: 480),
                step: PixelSize(width: 0, height: 0)
            )
        }
        #expect(offers.map(\.size) == [PixelSize(width: 640, height: 480)])
    }

    @Test func aDriverThatListsNoSizesIsAskedWhatItWouldDo() throws {
        let offers = try offers { $0.failures[.listSizes] = [.unknownRequest] }
        #expect(offers.map(\.size) == [PixelSize(width: 16, height: 8)])
        #expect(offers[0].rates == [FrameRate(30)])
    }

    @Test func failedListDoesNotEndTheOthers() throws {
        let offers = try offers {
            $0 = FakeCamera.webcam()
            $0.failures[.listIntervals] = [.inputOutput]
        }
        #expect(offers.count == 5)
        #expect(offers[0].rates.isEmpty)
        #expect(!offers[1].rates.isEmpty)
    }

    @Test func rangesOfRatesBecomeTheFastestAndTheCommonOnes() {
        let range = OfferBounds.rates(from: FrameRate(20), to: FrameRate(90))
        #expect(range == [90, 60, 30, 25, 24].map { FrameRate($0) })
    }

    /// 3 formats, 54 sizes, 25 rates each.
    private static let slow: FakeCamera = {
        let rates = (1...25).reversed().map { (UInt32(1), UInt32($0 * 2)) }
        let sizes = (1...54).map { FakeSize($0 * 32, $0 * 18, rates) }
        return FakeCamera(
            node: V4L2Test.info.node,
            formats: [PixelFormat.mjpeg, .nv12, .yuyv].map { FakeFormat($0, sizes) })
    }()

    @Test func theFirstPictureWaitsForTheRatesOfTheBestSizeAlone() throws {
        let kernel = FakeVideoKernel([Self.slow])
        let camera = try V4L2Test.open(kernel)
        let stream = try camera.start()
        #expect(stream.layout.size == PixelSize(width: 54 * 32, height: 54 * 18))
        #expect(stream.rate == FrameRate(30) && stream.layout.format == .nv12)
        #expect(kernel.record.count(of: .listIntervals) <= 26)
        // With 4 ms for each call the picture comes within a second, and not within nineteen.
        #expect(kernel.record.calls.count <= 250)
        let wish = CaptureMode(
            format: .yuyv, size: PixelSize(width: 320, height: 180), rate: FrameRate(10))
        #expect(try camera.start(wish).rate == FrameRate(10))
        #expect(kernel.record.count(of: .listIntervals) <= 2 * 26)
        camera.close()
        #expect(kernel.record.isClean)
    }

    @Test func theOtherModesAreReadBesideTheStream() throws {
        let kernel = FakeVideoKernel([Self.slow])
        let camera = try V4L2Test.open(kernel)
        _ = try camera.start()
        #expect(camera.modesIfRead == nil)
        let end = ContinuousClock.now + .seconds(60)
        while camera.modesIfRead == nil, ContinuousClock.now < end { sched_yield() }
        #expect(camera.modesIfRead?.count == 3 * 54 * 25)
        #expect(camera.modesIfRead == camera.modes && camera.offers == camera.knownOffers)
        camera.close()
        #expect(kernel.record.isClean)
    }

    @Test func nothingIsReadAfterTheCameraIsClosed() throws {
        for _ in 0..<20 {
            let kernel = FakeVideoKernel([Self.slow])
            let camera = try V4L2Test.open(kernel)
            _ = camera.modesIfRead
            camera.close()
            let count = kernel.record.calls.count
            _ = camera.offers
            #expect(kernel.record.calls.count == count && kernel.record.isClean)
        }
    }

    /// Whatever rates the sizes have, the mode is the one that all lists together say is best.
    @Test(arguments: 0..<40) func theBestModeIsTheSameAsIfAllWereRead(seed: Int) throws {
        var numbers = SeededNumbers(seed: UInt64(seed))
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
        var camera = FakeCamera(node: V4L2Test.info.node, formats: [])
        for format in [PixelFormat.grey, .yuyv, .mjpeg, .nv12].prefix(number(1...4)) {
            let sizes = (0..<number(1...6)).map { _ in
                FakeSize(
                    16 * number(1...4), 8 * number(1...4),
                    (0..<number(0...3)).map { _ in (1, UInt32([5, 15, 24, 30, 60][number(0...4)])) })
            }
            camera.formats.append(FakeFormat(format, sizes))
        }
        let (lazy, eager) = (
            try V4L2Test.open(FakeVideoKernel([camera])), try V4L2Test.open(FakeVideoKernel([camera]))
        )
        let best = ModeChooser.ranked(eager.offers, supported: PixelFormat.showable).first
        _ = try lazy.start()
        #expect(lazy.requestedMode == best)
        lazy.close()
        eager.close()
    }

    private func offers(_ change: (inout FakeCamera) -> Void) throws -> [ModeOffer] {
        let camera = try V4L2Test.open(V4L2Test.kernel(.yuyv, 16, 8, change))
        defer { camera.close() }
        return camera.offers
    }
}

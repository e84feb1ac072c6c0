// SPDX-License-Identifier: GPL-3.0-or-later
import CV4L2
import CaptureCore
import CaptureTesting
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

    private func offers(_ change: (inout FakeCamera) -> Void) throws -> [ModeOffer] {
        let camera = try V4L2Test.open(V4L2Test.kernel(.yuyv, 16, 8, change))
        defer { camera.close() }
        return camera.offers
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import CPipeWireShims
import CaptureCore
import Testing

@testable import Cameras

/// A PipeWire source's made-up numbers are believed no more than a driver's.
@Suite struct PipeWireBoundsTests {
    private static let huge = UInt32.max

    private func format(
        _ width: UInt32, _ height: UInt32, _ code: PixelFormat = .nv12, rate: (UInt32, UInt32) = (30, 1)
    ) -> TtPwFormat {
        TtPwFormat(
            mode: TtPwMode(
                fourcc: code.rawValue, size: TtPwSize(width: width, height: height),
                rate: TtPwRate(numerator: rate.0, denominator: rate.1), is_rate_fixed: true),
            matrix: TT_PW_COLOR_UNKNOWN, range: TT_PW_RANGE_UNKNOWN)
    }

    @Test(
        arguments: [
            (.max, .max), (.max, 1), (1, .max), (32769, 480), (0, 480), (640, 0),
        ] as [(UInt32, UInt32)])
    func aSizeThatNoSensorHasIsNoStream(_ width: UInt32, _ height: UInt32) {
        for code in PixelFormat.showable { #expect(StreamDescription(format(width, height, code)) == nil) }
    }

    @Test func unshowableFormatIsNoStream() {
        #expect(StreamDescription(format(640, 480, PixelFormat(rawValue: 0))) == nil)
        #expect(StreamDescription(format(640, 480, PixelFormat("RGBP"))) == nil)
    }

    @Test func ratesWithoutMeaningAreNone() throws {
        for rate in [(0, 1), (1, 0), (0, 0)] as [(UInt32, UInt32)] {
            #expect(try #require(StreamDescription(format(640, 480, rate: rate))).rate == nil)
        }
        let slow = try #require(StreamDescription(format(640, 480, rate: (1, Self.huge))).flatMap(\.rate))
        #expect(slow.interval > .seconds(1 << 31))
    }

    @Test(arguments: PixelFormat.showable) func theLargestLayoutCanBeCalculatedWith(_ code: PixelFormat)
        throws
    {
        let side = UInt32(FrameLayout.longestSide)
        let layout = try #require(StreamDescription(format(side, side, code))).layout
        for stride in [0, 1, Int(Int32.max), Int(Self.huge)] {
            for bytes in [0, 1, Int(Self.huge)] {
                let stated = layout.with(stride: stride, in: bytes)
                #expect(stated.maximumBytes > 0)
                #expect(stated.bytesPerLine == layout.bytesPerLine || stride * stated.size.height <= bytes)
            }
        }
    }

    private func control(
        _ minimum: Int64, _ maximum: Int64, step: Int64 = 1, standard: Int64 = 0
    ) -> PipeWireControl? {
        var raw = TtPwControl()
        (raw.id, raw.kind) = (tt_pw_brightness, TT_PW_INTEGER)
        (raw.minimum, raw.maximum, raw.step, raw.standard) = (minimum, maximum, step, standard)
        return PipeWireControl(raw)
    }

    @Test(
        arguments: [
            (.min, .max), (.max, .min), (0, (1 << 53) + 1), (-(1 << 53) - 1, 0), (5, 5),
        ] as [(Int64, Int64)])
    func unboundedRangeIsNoControl(_ low: Int64, _ high: Int64) {
        #expect(control(low, high) == nil)
    }

    @Test func repairableRangeIsRepaired() {
        #expect(control(255, 0, step: 0)?.descriptor.kind == .integer(range: 0...255, step: 1))
        #expect(control(0, 255, step: 256)?.descriptor.kind == .integer(range: 0...255, step: 1))
        #expect(control(0, 255, step: .min)?.descriptor.kind == .integer(range: 0...255, step: 1))
        #expect(control(0, 255, standard: .max)?.descriptor.defaultValue == 255)
        let widest = control(-(1 << 53), 1 << 53, step: .max)
        #expect(widest?.descriptor.kind == .integer(range: -(1 << 53)...(1 << 53), step: 1))
    }

    @Test func aMenuHasNoEntriesBeyondAllBounds() {
        var raw = TtPwControl()
        (raw.id, raw.kind, raw.entry_count) = (tt_pw_brightness, TT_PW_MENU, 3)
        let values: [Int64] = [.min, 7, .max]
        let descriptor = "entry".withCString { name in
            [name, name, name].withUnsafeBufferPointer { names in
                values.withUnsafeBufferPointer { values in
                    (raw.entries, raw.entry_names) = (
                        values.baseAddress,
                        UnsafePointer(names.baseAddress).map {
                            UnsafeRawPointer($0).assumingMemoryBound(to: UnsafePointer<CChar>?.self)
                        }
                    )
                    return PipeWireControl(raw)?.descriptor
                }
            }
        }
        #expect(descriptor?.kind == .menu([ControlDescriptor.MenuEntry(value: 7, name: "entry")]))
    }

    @Test func aRangeOfSizesOrRatesWithoutMeaningOffersNothingOfTheKind() {
        let sizes = [Self.huge, Self.huge, 0].map { TtPwSize(width: $0, height: $0) }
        let rates = [(0, 0), (Self.huge, 1), (1, 0)].map { (rate: (UInt32, UInt32)) in
            TtPwRate(numerator: rate.0, denominator: rate.1)
        }
        for choice in [TT_PW_EACH, TT_PW_RANGE, TT_PW_STEPS] {
            let offers = sizes.withUnsafeBufferPointer { sizes in
                rates.withUnsafeBufferPointer { rates in
                    PipeWireOffers.read(
                        TtPwOffer(
                            fourcc: PixelFormat.nv12.rawValue, size_choice: choice, sizes: sizes.baseAddress,
                            size_count: 3, rate_choice: choice, rates: rates.baseAddress, rate_count: 3))
                }
            }
            #expect(offers.allSatisfy { FrameLayout.allows($0.size) })
        }
    }
}

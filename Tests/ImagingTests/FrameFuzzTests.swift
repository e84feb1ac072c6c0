// SPDX-License-Identifier: GPL-3.0-or-later
import CTurboJPEG
import CaptureCore
import CaptureTesting
import Synchronization
import Testing

@testable import Imaging

/// Frames that no camera should send: no crash, no hang, no byte read beyond the end (the bytes end at a page that may
/// not be read; run it with ASan for the rest).
///
///     TINTYPE_FUZZ_COUNT=1000000 swift test -c release -Xswiftc -enable-testing --sanitize=address \
///         --scratch-path .build/asan --filter FuzzTests
@Suite struct FrameFuzzTests {
    /// No whole blocks: then TurboJPEG copies what it has decoded by `memcpy`, which the address sanitizer sees.
    private static let size = PixelSize(width: 100, height: 60)

    private static let frames: [[UInt8]] = {
        let whole =
            [TJSAMP_422, TJSAMP_420, TJSAMP_444, TJSAMP_GRAY, TJSAMP_440, TJSAMP_411]
            .map { testJPEG(size, $0, quality: 60) }
        return whole + whole.map { withoutHuffmanTables($0) }
            + [joinedWithRestarts((0..<9).map { flatGreyBlock(UInt8($0 * 20)) })]
    }()

    @Test func noMutatedFrameCrashesOrHangs() throws {
        let plan = FuzzPlan(defaultCount: 1500)
        let renderer = FrameRenderer()
        let pool = PicturePool()
        var (photos, originals) = (0, 0)
        for round in plan.rounds {
            plan.report(round)
            var mutator = Mutator(plan.random(round: round))
            let frame = frame(&mutator)
            let begin = ContinuousClock.now
            _ = try? renderer.render(
                frame,
                for: ViewfinderTarget(view: PixelSize(width: 64, height: 48), isMirrored: round % 2 == 0),
                pool: pool)
            let photo = try? PhotoEncoder(software: "T").encode(shot(frame, isHEIC: round % 400 == 0))
            let took = ContinuousClock.now - begin
            #expect(took < .seconds(20), "round \(round), seed \(plan.seed)")
            photos += photo == nil ? 0 : 1
            originals += photo?.isWhole == true ? 1 : 0
            if let photo { #expect(!photo.bytes.isEmpty && ImageLimits.allows(photo.size), "round \(round)") }
        }
        // The mutations are neither too mild nor too wild.
        #expect(photos > plan.rounds.count / 4 && originals < plan.rounds.count)
    }

    /// Bytes that another program changes back and forth while they are read; when it does is different in every run.
    @Test func noFrameThatChangesMeanwhileDoesHarm() {
        let plan = FuzzPlan(defaultCount: 300)
        let (renderer, pool, greys) = (FrameRenderer(), PicturePool(), GreyReader())
        for round in plan.rounds {
            plan.report(round)
            var mutator = Mutator(plan.random(round: round))
            let isMutated = Bool.random(using: &mutator.random)
            let bytes = isMutated ? bytes(&mutator) : base(&mutator)
            guard let pages = SharedPages(bytes) else { continue }
            let writer = Self.writer(to: pages, HeaderChanger(bytes), mutator.random)
            for view in [Self.size, PixelSize(width: 40, height: 30)] {
                let frame = Frame.shared(pages, .jpeg(Self.size))
                let target = ViewfinderTarget(view: view, isMirrored: false)
                _ = try? renderer.render(frame, for: target, pool: pool)
                _ = FocusProbe().sharpness(of: frame, in: SensorWindow(around: .center, side: 0.5))
                _ = try? greys.withGreys(of: frame) { $0.size }
                let photo = try? PhotoEncoder(software: "T").encode(shot(frame, isHEIC: false))
                if let photo { #expect(ImageLimits.allows(photo.size), "round \(round)") }
            }
            writer.stop()
        }
    }

    /// Changes a byte, and changes it back the next time.
    private static func writer(
        to pages: SharedPages, _ changer: HeaderChanger, _ random: SeededRandom
    ) -> BackgroundLoop {
        let state = Mutex((random: random, changed: (offset: Int, original: UInt8)?.none))
        return BackgroundLoop {
            state.withLock { state in
                if let (offset, original) = state.changed {
                    pages.write(original, at: offset)
                    state.changed = nil
                    return
                }
                guard let (offset, value) = changer.next(&state.random) else { return }
                state.changed = (offset, pages.bytes[offset])
                pages.write(value, at: offset)
            }
        }
    }

    private func frame(_ mutator: inout Mutator) -> Frame { .jpeg(bytes(&mutator), Self.size) }

    private func bytes(_ mutator: inout Mutator) -> [UInt8] {
        let base = base(&mutator)
        return mutator.mutate(base, other: self.base(&mutator))
    }

    private func base(_ mutator: inout Mutator) -> [UInt8] {
        Self.frames.randomElement(using: &mutator.random) ?? []
    }

    private func shot(_ frame: Frame, isHEIC: Bool) -> Shot {
        Shot(
            frame: frame, time: WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0),
            camera: CameraInfo(id: .testScene, name: "T", node: "", position: .simulated), mode: .automatic,
            format: isHEIC ? .heic : .jpeg, quality: 50)
    }
}

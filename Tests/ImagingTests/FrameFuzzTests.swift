import CTurboJPEG
import CaptureCore
import CaptureTesting
import Testing

@testable import Imaging

/// Frames that no camera should send: no crash, no hang, no byte read beyond the end (the bytes end at a page that may
/// not be read; run it with ASan for the rest).
///
///     TINTYPE_FUZZ_COUNT=1000000 swift test -c release -Xswiftc -enable-testing --sanitize=address \
///         --scratch-path .build/asan --filter FuzzTests
@Suite struct FrameFuzzTests {
    private static let size = PixelSize(width: 96, height: 64)

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

    private func frame(_ mutator: inout Mutator) -> Frame {
        let base = Self.frames.randomElement(using: &mutator.random) ?? []
        let other = Self.frames.randomElement(using: &mutator.random) ?? []
        return .jpeg(mutator.mutate(base, other: other), Self.size)
    }

    private func shot(_ frame: Frame, isHEIC: Bool) -> Shot {
        Shot(
            frame: frame, time: WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0),
            camera: CameraInfo(id: .testScene, name: "T", node: "", position: .simulated), mode: .automatic,
            format: isHEIC ? .heic : .jpeg, quality: 50)
    }
}

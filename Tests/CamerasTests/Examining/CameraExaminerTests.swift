// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Diagnosis
import Synchronization
import Testing

@testable import Cameras

@Suite(.timeLimit(.minutes(10))) struct CameraExaminerTests {
    private let script = CameraScript()

    private let fine: @Sendable (Frame) -> PictureLook? = { frame in
        PictureLook(brightness: 0.5, brightest: 1, hasColour: true, mark: UInt64(frame.sequence))
    }

    private func examine(
        look: (@Sendable (Frame) -> PictureLook?)? = nil,
        stopping: @escaping @Sendable () -> Bool = { false }, duration: Duration = .milliseconds(150),
        timeout: Duration = .seconds(20)
    ) -> CameraExam {
        let examiner = CameraExaminer(
            duration: duration, startTimeout: timeout, looking: { [fine] in look ?? fine },
            shouldStop: stopping)
        return examiner.examine { [script] () throws(CameraError) in
            try CaptureTesting.ScriptedCamera(V4L2Test.info, script)
        }
    }

    private func expectClosed() {
        #expect(script.openCount == 1 && script.closeCount == 1)
    }

    @Test func framesAreCounted() throws {
        script.deliver(.frame(isDamaged: false), .frame(isDamaged: true), .nothing, .frame(isDamaged: false))
        guard case .opened(_, .ran(let figures)) = examine() else {
            Issue.record("no figures")
            return
        }
        #expect(figures.frames == 3 && figures.damaged == 1)
        #expect(figures.longestGap >= .milliseconds(100), "the silence at the end counts")
        expectClosed()
    }

    private func figures(_ exam: CameraExam) throws -> StreamFigures {
        guard case .opened(_, .ran(let figures)) = exam else {
            throw CameraError(.failed, step: "no figures")
        }
        return figures
    }

    /// As the window, which decodes them.
    @Test func framesWithoutAPictureAreBroken() throws {
        script.deliver(.frame(isDamaged: false), .frame(isDamaged: true), .frame(isDamaged: false))
        let figures = try figures(examine(look: { _ in nil }))
        #expect(figures.frames == 3 && figures.damaged == 3)
    }

    @Test(arguments: [PictureTrouble.black, .still, .colourless])
    func whatThePictureShowsIsJudged(trouble: PictureTrouble) throws {
        script.deliverForever()
        let figures = try figures(
            examine(
                look: { frame in
                    PictureLook(
                        brightness: 0, brightest: trouble == .black ? 0.05 : 1,
                        hasColour: trouble != .colourless,
                        mark: trouble == .still ? 0 : UInt64(frame.sequence))
                }, duration: .milliseconds(1800)))
        // The test's camera is grey by its format, which another finding says.
        #expect(figures.trouble == (trouble == .colourless ? nil : trouble))
    }

    @Test func aCameraThatSendsNothingIsGivenUp() {
        guard case .opened(_, .ran(let figures)) = examine(timeout: .milliseconds(100)) else {
            Issue.record("no figures")
            return
        }
        #expect(figures.frames == 0)
        expectClosed()
    }

    @Test func aCameraThatIsAlwaysReadyAndSendsNothingIsNoBusyLoop() {
        script.sayReadyForever()
        _ = examine(timeout: .milliseconds(200))
        #expect(script.askCount < 100)
    }

    @Test func aStreamThatBreaksOffIsReportedWithItsCause() {
        let error = CameraError(.failed, underlying: 5, step: "VIDIOC_DQBUF")
        script.deliver(.frame(isDamaged: false), .fault(error))
        guard case .opened(_, .failed(let found)) = examine() else {
            Issue.record("no failure")
            return
        }
        #expect(found == error)
        expectClosed()
    }

    @Test func aCameraThatDoesNotOpenIsReported() {
        let error = CameraError(.busy(by: "cheese"), underlying: 16, step: "open")
        script.failOpening(error)
        #expect(examine() == .notOpened(error))
        expectClosed()
    }

    @Test func examStopsAtOnce() {
        let asked = Mutex(0)
        script.deliver(.frame(isDamaged: false))
        let stopping: @Sendable () -> Bool = {
            asked.withLock {
                $0 += 1
                return $0 > 2
            }
        }
        #expect(examine(stopping: stopping, duration: .seconds(600)) == .recalled)
        expectClosed()
    }
}

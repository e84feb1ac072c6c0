// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@Suite struct SessionMachineTests {
    private typealias Delay = SessionMachine.Delay
    private let plans = SessionMachine.Plans()
    private let first = SessionSimulation.first
    private let second = SessionSimulation.second
    private let stream = SessionSimulation.stream

    private func simulation(_ events: SessionEvent...) -> SessionSimulation {
        var simulation = SessionSimulation()
        simulation.send(events)
        return simulation
    }

    private func streaming() -> SessionSimulation {
        simulation(.camerasChanged([first, second]), .allowed, .opened(stream), .picturesArrived)
    }

    @Test func cameraStaysClosedBeforeConsent() {
        let waiting = simulation(.camerasChanged([first]))
        #expect(waiting.machine.state == .off)
        #expect(waiting.opening == nil)
    }

    @Test func theFirstCameraIsOpenedUnlessAnotherWasPreferred() {
        #expect(simulation(.camerasChanged([first, second]), .allowed).opening == first)
        var machine = SessionMachine(preferred: second.id)
        _ = machine.handle(.camerasChanged([first, second]))
        #expect(machine.handle(.allowed) == [.cancelRetry, .open(second)])
    }

    @Test func aCameraThatFailedIsTriedAgainInSilence() {
        let error = CameraError(.stalled)
        var session = simulation(
            .camerasChanged([first]), .allowed, .openFailed(CameraError(.unsupportedFormat)), .retryDue)
        #expect(session.machine.state == .failed(first, CameraError(.unsupportedFormat)))
        #expect(session.opening == first)
        session.send(.opened(stream))
        #expect(session.machine.state == .resuming(first, stream, after: CameraError(.unsupportedFormat)))
        session.send(.streamFailed(error))
        #expect(session.machine.state == .failed(first, error))
        session.send([.retryDue, .opened(stream), .picturesArrived])
        #expect(session.machine.state == .streaming(first, stream, restarts: 0))
    }

    @Test func aVirtualCameraWithoutAProgramIsLookedAtOften() {
        let session = simulation(.camerasChanged([first]), .allowed, .openFailed(CameraError(.noSource)))
        #expect(session.plannedDelay == plans.noSource.first)
    }

    @Test func idleVirtualCameraComesAfterOthers() {
        var session = simulation(.camerasChanged([first]), .allowed, .openFailed(CameraError(.noSource)))
        session.send(.camerasChanged([second, first]))
        #expect(session.opening == second)
        // Unless a person chose it.
        var chosen = simulation(
            .camerasChanged([first]), .allowed, .selected(first), .openFailed(CameraError(.noSource)))
        chosen.send(.camerasChanged([second, first]))
        #expect(chosen.opening == nil)
    }

    /// A bare sensor is listed until its pictures are found in PipeWire, and may be listed by several nodes.
    @Test func cameraWithoutAFormatToShowIsSkipped() {
        let refused = SessionEvent.openFailed(CameraError(.unsupportedFormat))
        var session = simulation(.camerasChanged([first, second]), .allowed, refused)
        #expect(session.opening == second)
        session.send(refused)
        #expect(session.machine.state == .failed(second, CameraError(.unsupportedFormat)))
        session.send(.camerasChanged([first]))
        #expect(session.opening == first)
        let asked = simulation(.camerasChanged([first, second]), .selected(first), .allowed, refused)
        #expect(asked.machine.state == .failed(first, CameraError(.unsupportedFormat)))
    }

    @Test func greyCameraIsSkippedUnlessChosen() {
        let grey = SessionEvent.opened(SessionSimulation.greyStream)
        var session = simulation(.camerasChanged([first, second]), .allowed, grey)
        #expect(session.opening == second)
        session.send(.opened(stream))
        #expect(session.machine.state == .streaming(second, stream, restarts: 0))
        let asked = simulation(.camerasChanged([first, second]), .selected(first), .allowed, grey)
        #expect(asked.open == first)
        var alone = simulation(.camerasChanged([first]), .allowed, grey)
        #expect(alone.open == first)
        // Once it streams, it stays.
        alone.send([.camerasChanged([first, second]), .retryRequested, grey])
        #expect(alone.open == first)
    }

    @Test func greyCameraIsUsedWhereItIsTheOnlyOne() {
        let grey = SessionEvent.opened(SessionSimulation.greyStream)
        let refused = SessionEvent.openFailed(CameraError(.unsupportedFormat))
        for other in [grey, refused] {
            var session = simulation(.camerasChanged([first, second]), .allowed, grey, other)
            #expect(session.opening == first)
            session.send(grey)
            #expect(session.open == first)
            // It is no reason to go round in circles either.
            var gone = simulation(.camerasChanged([first, second]), .allowed, grey, other, refused, refused)
            #expect(gone.machine.state == .failed(second, CameraError(.unsupportedFormat)))
            gone.send(.retryDue)
            #expect(gone.opening == second)
        }
    }

    @Test(arguments: [
        CameraError(.failed), CameraError(.busy(by: nil)), CameraError(.stalled), CameraError(.gone),
        CameraError(.noBandwidth),
    ])
    func aFailingCameraThatNobodyChoseIsSkipped(_ error: CameraError) {
        var session = simulation(.camerasChanged([first, second]), .allowed, .openFailed(error))
        #expect(session.opening == second)
        #expect(session.machine.passedOver == [first])
        session.send([.opened(stream), .picturesArrived])
        #expect(session.machine.state == .streaming(second, stream, restarts: 0))
        #expect(session.machine.passedOver == [first])
        // What fails later is tried again, and not left.
        session.send(.streamFailed(CameraError(.failed)))
        #expect(session.machine.state == .restarting(second, restarts: 1))
    }

    @Test func aCameraThatStreamsNoPictureIsSkippedAfterOneRestart() {
        let stalled = SessionEvent.streamFailed(CameraError(.stalled))
        var session = simulation(.camerasChanged([first, second]), .allowed, .opened(stream), stalled)
        #expect(session.machine.state == .restarting(first, restarts: 1))
        session.send([.retryDue, .opened(stream), stalled])
        #expect(session.opening == second)
    }

    @Test func aFailingCameraThatWasChosenIsKept() {
        let chosen = simulation(
            .camerasChanged([first, second]), .selected(first), .allowed, .openFailed(CameraError(.failed)))
        #expect(chosen.machine.state == .failed(first, CameraError(.failed)))
        var used = SessionMachine(preferred: first.id)
        for event in [.camerasChanged([first, second]), .allowed, .openFailed(CameraError(.failed))]
            as [SessionEvent]
        {
            _ = used.handle(event)
        }
        #expect(used.state == .failed(first, CameraError(.failed)))
    }

    @Test func theFirstFailureIsExplainedWhereNoCameraWorks() {
        var session = simulation(
            .camerasChanged([first, second]), .allowed, .openFailed(CameraError(.busy(by: "Zoom"))),
            .openFailed(CameraError(.failed)))
        #expect(session.machine.state == .busy(first, by: "Zoom"))
        session.send(.retryDue)
        #expect(session.opening == first)
    }

    /// Cameras that only PipeWire has are not found before there is permission.
    @Test(arguments: ["Found Later", "video7", "/dev/video7", "found-later"])
    func cameraNamedByAWordIsFound(word: String) {
        let meant = CameraInfo(
            id: CameraID(rawValue: "found-later"), name: "Found Later", node: "/dev/video7",
            position: .external)
        let asked = CameraInfo(id: CameraID(rawValue: word), name: word, node: "", position: .external)
        var early = simulation(.selected(asked), .camerasChanged([first, meant]), .allowed)
        #expect(early.opening == meant)
        // The others were not asked for.
        early.send([.openFailed(CameraError(.noSource)), .camerasChanged([second, meant])])
        #expect(early.machine.state == .failed(meant, CameraError(.noSource)))
        var late = simulation(
            .camerasChanged([first]), .allowed, .selected(asked), .openFailed(CameraError(.gone)))
        #expect(late.machine.state == .disconnected(asked))
        late.send(.camerasChanged([first, meant]))
        #expect(late.opening == meant && late.machine.preferred == meant.id)
    }

    @Test func theTestSceneIsNoCameraOfThatName() {
        let scene = CameraInfo(id: .testScene, name: "Test Scene", node: "", position: .simulated)
        let impostor = CameraInfo(id: first.id, name: "test", node: "", position: .external)
        #expect(simulation(.camerasChanged([impostor]), .allowed, .selected(scene)).opening == scene)
    }

    @Test func permissionOpensTheCameraThatLackedItAtOnce() {
        let refused = SessionEvent.openFailed(CameraError(.notAllowed))
        var session = simulation(.camerasChanged([first]), .allowed)
        for _ in 0..<5 { session.send([refused, .retryDue]) }
        #expect(session.machine.state == .failed(first, CameraError(.notAllowed)))
        session.send(.allowed)
        #expect(session.machine.state == .opening(first, attempt: 1))
    }

    @Test func sessionWithoutACameraLooksForOne() {
        var waiting = simulation(.allowed)
        #expect(waiting.machine.state == .noCamera)
        #expect(waiting.plannedDelay == plans.noCamera.first)
        waiting.send(.retryDue)
        #expect(waiting.lastEffects == [.scan, .retry(after: .seconds(2))])
        waiting.send(.camerasChanged([first]))
        #expect(waiting.opening == first)
    }

    @Test func theTestSceneNeedsNoPermission() {
        #expect(simulation(.selected(SessionSimulation.scene)).opening == SessionSimulation.scene)
    }

    @Test func aCameraThatWasUnpluggedComesBackByItself() {
        var session = streaming()
        session.send(.streamFailed(CameraError(.gone)))
        #expect(session.machine.state == .disconnected(first))
        #expect(session.open == nil)
        session.send(.retryDue)
        #expect(session.lastEffects == [.scan, .retry(after: .milliseconds(600))])
        session.send(.camerasChanged([second]))
        #expect(session.machine.state == .disconnected(first))
        let renumbered = CameraInfo(
            id: first.id, name: first.name, node: "/dev/video9", position: first.position)
        session.send(.camerasChanged([second, renumbered]))
        #expect(session.machine.state == .opening(renumbered, attempt: 1))
        #expect(session.opening?.node == "/dev/video9")
    }

    private func camera(_ number: Int, portable: String?) -> CameraInfo {
        CameraInfo(
            id: CameraID(rawValue: "usb:\(number)"), name: "Webcam", node: "/dev/video\(number)",
            position: .external, portable: portable)
    }

    @Test func aCameraThatWasPluggedInElsewhereComesBackByItself() {
        let (before, after) = (camera(3, portable: "a"), camera(4, portable: "a"))
        var session = simulation(
            .camerasChanged([first, before]), .allowed, .selected(before), .opened(stream),
            .streamFailed(CameraError(.gone)))
        session.send(.camerasChanged([first, camera(5, portable: "b"), camera(6, portable: nil)]))
        #expect(session.machine.state == .disconnected(before))
        session.send(.camerasChanged([first, after]))
        #expect(session.machine.state == .opening(after, attempt: 1))
        // It is the camera that was chosen.
        #expect(session.machine.preferred == after.id)
    }

    @Test(arguments: ["a", nil]) func whichCameraWasPluggedInElsewhereIsNotGuessed(portable: String?) {
        let before = camera(3, portable: portable)
        let candidates = [camera(4, portable: portable), camera(5, portable: portable)]
        var session = simulation(
            .camerasChanged([before]), .allowed, .opened(stream), .streamFailed(CameraError(.gone)))
        session.send(.camerasChanged(portable == nil ? [candidates[0]] : candidates))
        #expect(session.machine.state == .disconnected(before))
        // Its own port leaves no doubt.
        session.send(.camerasChanged(candidates + [before]))
        #expect(session.machine.state == .opening(before, attempt: 1))
    }

    @Test func twinWithTheSameSerialIsNotTakenForIt() {
        let (lost, twin) = (camera(3, portable: "a"), camera(4, portable: "a"))
        var session = simulation(
            .camerasChanged([lost, twin]), .allowed, .opened(stream), .picturesArrived,
            .streamFailed(CameraError(.gone)))
        session.send(.camerasChanged([twin]))
        #expect(session.machine.state == .disconnected(lost))
    }

    @Test func anotherCameraComingOrGoingDoesNotDisturbTheStream() {
        var session = streaming()
        let before = session.machine.state
        session.send([.camerasChanged([first]), .camerasChanged([first, second])])
        #expect(session.machine.state == before)
        #expect(session.open == first)
    }

    @Test func aBusyCameraNamesItsOwnerAndIsTriedAgainSlowly() {
        var session = simulation(
            .camerasChanged([first]), .allowed, .openFailed(CameraError(.busy(by: "cheese"))))
        #expect(session.machine.state == .busy(first, by: "cheese"))
        #expect(session.plannedDelay == plans.busy.first)
        session.send(.retryDue)
        // Nothing else is said meanwhile, again and again.
        #expect(session.opening == first && session.machine.state == .busy(first, by: "cheese"))
        session.send(.openFailed(CameraError(.busy(by: "zoom"))))
        #expect(session.machine.state == .busy(first, by: "zoom"))
        #expect(session.plannedDelay == plans.busy.first * 2)
        session.send([.retryDue, .opened(stream)])
        #expect(session.machine.state == .streaming(first, stream, restarts: 0))
    }

    @Test func nodeWithoutAccessIsRetriedWithGrowingPauses() {
        var session = simulation(.camerasChanged([first]), .allowed)
        var delays: [Duration] = []
        for attempt in 0..<Delay.access.count {
            session.send(.openFailed(CameraError(.notAllowed)))
            #expect(session.machine.state == .opening(first, attempt: attempt + 2))
            delays.append(session.plannedDelay ?? .zero)
            session.send(.retryDue)
            #expect(session.opening == first)
        }
        #expect(delays == Delay.access)
        session.send(.openFailed(CameraError(.notAllowed)))
        #expect(session.machine.state == .failed(first, CameraError(.notAllowed)))
        #expect(session.plannedDelay == plans.failed.first)
    }

    @Test func aStalledStreamIsRestartedOnceAndThenExplained() {
        var session = streaming()
        session.send(.streamFailed(CameraError(.stalled)))
        #expect(session.machine.state == .restarting(first, restarts: 1))
        session.send([.retryDue, .opened(stream), .streamFailed(CameraError(.stalled))])
        #expect(session.machine.state == .failed(first, CameraError(.stalled)))
        #expect(session.plannedDelay == plans.failed.first)
    }

    @Test func aFaultIsRestartedThreeTimesWithGrowingPauses() {
        var session = streaming()
        var delays: [Duration] = []
        for _ in Delay.restart {
            session.send(.streamFailed(CameraError(.failed, underlying: 5)))
            delays.append(session.plannedDelay ?? .seconds(99))
            session.send([.retryDue, .opened(stream)])
        }
        #expect(delays == Delay.restart)
        session.send(.streamFailed(CameraError(.failed, underlying: 5)))
        #expect(session.machine.state == .failed(first, CameraError(.failed, underlying: 5)))
    }

    @Test func newPictureClearsEarlierFaults() {
        var session = streaming()
        for _ in 0..<10 {
            session.send([
                .streamFailed(CameraError(.failed)), .retryDue, .opened(stream), .picturesArrived,
            ])
        }
        #expect(session.machine.state == .streaming(first, stream, restarts: 0))
    }

    @Test func aRestartThatFindsTheCameraGoneWaitsForIt() {
        var session = streaming()
        session.send([
            .streamFailed(CameraError(.failed)), .retryDue, .openFailed(CameraError(.gone)),
        ])
        #expect(session.machine.state == .disconnected(first))
    }

    @Test(arguments: [CameraError(.failed), CameraError(.busy(by: nil)), CameraError(.noSource)])
    func eachTryWaitsLongerAndThereIsALast(_ error: CameraError) {
        var session = simulation(.camerasChanged([first]), .allowed, .openFailed(error))
        var delays: [Duration] = []
        while !session.machine.hasGivenUp, delays.count < 1000 {
            delays.append(session.plannedDelay ?? .zero)
            session.send([.retryDue, .openFailed(error)])
        }
        #expect(delays.count < 1000 && delays == delays.sorted() && delays.last ?? .zero > delays[0])
        #expect((.seconds(500)...(.seconds(700))).contains(delays.reduce(.zero, +)))
        // From now on cameras are only looked for.
        session.send(.retryDue)
        #expect(session.lastEffects == [.scan, .retry(after: plans.look.first * 2)])
        session.send(.camerasChanged([first]))
        #expect(session.opening == nil && session.machine.hasGivenUp)
        var asked = session
        asked.send(.retryRequested)
        #expect(asked.opening == first && !asked.machine.hasGivenUp)
        asked.send(.openFailed(error))
        #expect(asked.plannedDelay == delays[0])
        // Whoever plugs it in anew wants it.
        session.send(.camerasChanged([]))
        #expect(session.machine.state == .disconnected(first))
        session.send(.camerasChanged([first]))
        #expect(session.opening == first && !session.machine.hasGivenUp)
    }

    /// The list of cameras is looked at less and less, and in the end only where the system tells of a new one.
    @Test func eachLookWaitsLongerAndThereIsALast() {
        func expectEnd(_ session: SessionSimulation, _ state: SessionState, _ cameras: [CameraInfo]) {
            var (session, delays) = (session, [session.plannedDelay ?? .zero])
            while session.isRetryPlanned, delays.count < 1000 {
                session.send(.retryDue)
                #expect(session.lastEffects.first == .scan)
                if session.isRetryPlanned { delays.append(session.plannedDelay ?? .zero) }
                session.send(.camerasChanged(cameras))
            }
            #expect(delays.count < 1000 && delays == delays.sorted() && delays.last ?? .zero > delays[0])
            #expect((.seconds(500)...(.seconds(700))).contains(delays.reduce(.zero, +)))
            #expect(session.machine.hasGivenUp && session.machine.state == state)
            var asked = session
            asked.send(.retryRequested)
            #expect(!asked.machine.hasGivenUp)
            // As the system tells.
            session.send([.camerasChanged([]), .camerasChanged([first])])
            #expect(session.opening == first && !session.machine.hasGivenUp)
        }
        expectEnd(simulation(.allowed), .noCamera, [])
        var gone = streaming()
        gone.send(.streamFailed(CameraError(.gone)))
        expectEnd(gone, .disconnected(first), [])
        var crashing = simulation(.camerasChanged([first]), .allowed)
        crashing.send(.openFailed(CameraError(.crashes)))
        expectEnd(crashing, .failed(first, CameraError(.crashes)), [first])
    }

    /// What is behind a service, as PipeWire's cameras are, may take that along; a device may have a loose plug.
    @Test(arguments: [("", 2), ("/dev/video0", 12)])
    func aCameraThatGoesEachTimeItIsOpenedIsOpenedLaterAndLaterAndThenNotAnyMore(_ node: String, free: Int) {
        let first = CameraInfo(id: first.id, name: "", node: node, position: .external)
        var session = simulation(.camerasChanged([first]), .allowed)
        var delays: [Duration] = []
        for _ in 0..<100 {
            if session.opening == nil { break }
            session.send([.opened(stream), .streamFailed(CameraError(.gone)), .camerasChanged([])])
            session.send(.camerasChanged([first]))
            if session.machine.hasGivenUp { break }
            delays.append(session.opening == nil ? session.plannedDelay ?? .zero : .zero)
            if session.opening == nil { session.send(.retryDue) }
        }
        #expect(
            delays == Array(repeating: .zero, count: free) + [1, 2, 4, 8, 16, 32].map { .seconds($0) })
        #expect(session.machine.state == .failed(first, CameraError(.gone, step: "opened too often")))
        session.send([.camerasChanged([]), .camerasChanged([first])])
        // A hand plugs a device in anew; a service comes back by itself.
        #expect((session.opening == first) != node.isEmpty && session.machine.hasGivenUp == node.isEmpty)
        session.send(.retryRequested)
        #expect(session.opening == first)
        // One that has shown pictures begins anew.
        session.send([.opened(stream), .picturesArrived, .streamFailed(CameraError(.gone))])
        session.send([.camerasChanged([]), .camerasChanged([first])])
        #expect(session.opening == first)
    }

    @Test func aCameraThatCrashesIsOpenedForAPersonOnly() {
        let refused = SessionEvent.openFailed(CameraError(.crashes))
        var alone = simulation(.camerasChanged([first]), .allowed, refused)
        #expect(alone.machine.state == .failed(first, CameraError(.crashes)) && alone.machine.hasGivenUp)
        alone.send(.retryDue)
        #expect(alone.opening == nil)
        alone.send(.retryRequested)
        #expect(alone.opening == first)
        #expect(simulation(.camerasChanged([first, second]), .allowed, refused).opening == second)
    }

    @Test func tryAgainDoesNotWait() {
        var session = simulation(
            .camerasChanged([first]), .allowed, .openFailed(CameraError(.unsupportedFormat)))
        session.send(.retryRequested)
        #expect(session.opening == first)
        #expect(!session.isRetryPlanned)
    }

    @Test func aChosenCameraIsPreferredFromThenOn() {
        var session = streaming()
        session.send([.selected(second), .opened(stream), .stopped, .allowed])
        #expect(session.opening == second)
    }

    @Test func choosingTheCameraThatStreamsChangesNothingOnScreen() {
        var session = streaming()
        let before = session.machine.state
        session.send(.selected(first))
        #expect(session.machine.state == before)
        #expect(session.lastEffects.isEmpty)
    }
}

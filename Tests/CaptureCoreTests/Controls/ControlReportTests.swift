// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

struct ControlReportTests {
    private let report = ControlReport(
        opening: 2,
        readings: [
            ControlReading(
                descriptor: ControlDescriptor(
                    id: .gain, name: "Gain", kind: .integer(range: 0...255, step: 1), defaultValue: 0),
                value: 7)
        ])

    private func snapshot(_ opening: Int) -> SessionSnapshot {
        SessionSnapshot(
            state: .streaming(SessionSimulation.first, SessionSimulation.stream, restarts: 0),
            cameras: [SessionSimulation.first], opening: opening)
    }

    @Test func statusHoldsWhileItsCameraStreams() {
        #expect(report.readings(in: snapshot(2)) == report.readings)
    }

    /// A report that precedes its camera's snapshot waits for it; one that follows it is dropped.
    @Test(arguments: [1, 3]) func itSaysNothingOfAnotherOpening(_ opening: Int) {
        #expect(report.readings(in: snapshot(opening)).isEmpty)
    }

    @Test func statusIsEmptyWithoutAStream() {
        let idle = SessionSnapshot(
            state: .opening(SessionSimulation.first, attempt: 1), cameras: [], opening: 2)
        #expect(report.readings(in: idle).isEmpty)
    }
}

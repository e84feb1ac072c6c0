// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@testable import CaptureService

@MainActor @Suite(.timeLimit(.minutes(10)))
struct AssistantWorkerTests {
    private let findings: AsyncStream<AssistantFindings>
    private let listener: AsyncStream<AssistantFindings>.Continuation
    private let worker: AssistantWorker

    init() {
        let (findings, listener) = AsyncStream.makeStream(of: AssistantFindings.self)
        self.findings = findings
        self.listener = listener
        worker = AssistantWorker { listener.yield($0) }
    }

    private func picture() async throws -> Picture {
        let session = try SessionUnderTest()
        await session.startStreaming()
        session.provider.script.deliver(.frame(isDamaged: false))
        while true {
            if let picture = session.service.mailbox.take()?.picture { return picture }
            await session.settle()
        }
    }

    @Test func itLooksAtFifteenPicturesOfASecondsThirty() async throws {
        let picture = try await picture()
        var reader = findings.makeAsyncIterator()
        worker.setWork([.histogram, .peaking])
        for number in 0..<30 {
            worker.offer(picture, at: MonotonicTime(nanoseconds: 33_333_333 * Int64(number)))
            // Every second one: the next is not offered while it is busy.
            guard number.isMultiple(of: 2) else { continue }
            let found = await reader.next()
            #expect(found?.histogram != nil && found?.peaking != nil)
        }
        listener.finish()
        #expect(await reader.next() == nil)
    }

    @Test func idleAssistantsReportOnceAndAnalyzeNothing() async throws {
        let picture = try await picture()
        worker.setWork([.histogram])
        worker.offer(picture, at: MonotonicTime(nanoseconds: 0))
        var reader = findings.makeAsyncIterator()
        #expect(await reader.next()?.histogram != nil)
        worker.setWork([])
        #expect(await reader.next()?.histogram == nil)
        worker.offer(picture, at: MonotonicTime(nanoseconds: 1_000_000_000))
        worker.setWork([.zebra])
        worker.offer(picture, at: MonotonicTime(nanoseconds: 2_000_000_000))
        // The next findings belong to the last request: nothing was examined in between.
        #expect(await reader.next()?.zebra != nil)
    }
}

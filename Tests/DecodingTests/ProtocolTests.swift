// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Codes
import Testing

@testable import Decoding

/// What the process apart says may have been made up by whoever made the file.
@Suite struct ProtocolTests {
    private static let replies: [DecodingReply] = [
        .started(failure: 0), .started(failure: 38), .group(4), .unreadable, .codes([]),
        .codes([
            ScannedCode(format: .qr, text: "ä\u{0}b"), ScannedCode(format: .filmEdge, text: ""),
        ]),
        .photo(
            size: PixelSize(width: 3, height: 4), fullSize: PixelSize(width: 30, height: 40), stride: 64,
            isWhole: true),
    ]

    @Test(arguments: replies) func aReplyArrivesAsItWas(reply: DecodingReply) {
        #expect(DecodingReply(reply.bytes[...]) == reply)
        // Cut short it is none.
        for count in 0..<reply.bytes.count where count != 8 || reply != .codes([]) {
            let cut = DecodingReply(reply.bytes[..<count])
            #expect(cut != reply)
        }
    }

    @Test func noMadeUpReplyDoesHarm() {
        let plan = FuzzPlan(defaultCount: 20_000)
        for round in plan.rounds {
            plan.report(round)
            var mutator = Mutator(plan.random(round: round))
            let base = Self.replies.randomElement(using: &mutator.random) ?? .unreadable
            let other = Self.replies.randomElement(using: &mutator.random) ?? .unreadable
            let bytes = mutator.mutate(base.bytes, other: other.bytes)
            if case .codes(let codes) = DecodingReply(bytes[...]) {
                #expect(codes.reduce(0) { $0 + $1.text.utf8.count } <= 3 * bytes.count)
            }
        }
    }

    @Test func moreCodesThanFitAreLeftOut() {
        let codes = (0..<40).map {
            ScannedCode(format: .qr, text: String(repeating: "\($0 % 10)", count: 7089))
        }
        let reply = DecodingReply.codes(codes).bytes
        #expect(reply.count <= DecodingReply.longest)
        guard case .codes(let read) = DecodingReply(reply[...]) else {
            Issue.record("no codes")
            return
        }
        #expect(read.count > 20 && read == Array(codes.prefix(read.count)))
    }

    @Test func pausesGrowAndThenItIsGivenUpForAWhile() {
        var (policy, now) = (RestartPolicy(), MonotonicTime(nanoseconds: 0))
        for pause in RestartPolicy.pauses {
            #expect(policy.mayStart(at: now) == .now)
            policy.died(at: now)
            if pause > .zero { #expect(policy.mayStart(at: now) == .later(now + pause)) }
            now = now + pause
        }
        policy.died(at: now)
        #expect(policy.mayStart(at: now) == .givenUp)
        now = now + RestartPolicy.rest
        #expect(policy.mayStart(at: now) == .now)
        policy.died(at: now)
        #expect(policy.mayStart(at: now) == .now)
        // An answer makes up for all.
        policy.died(at: now)
        policy.answered()
        policy.died(at: now)
        #expect(policy.mayStart(at: now) == .now)
        policy.couldNotStart(at: now)
        #expect(policy.mayStart(at: now) == .givenUp)
    }
}

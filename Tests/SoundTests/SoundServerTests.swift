// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Platform
import Testing

@testable import Permissions
@testable import Sound

/// With real sound servers. That nothing is opened without permission needs no test beyond an ended one: a capture and a
/// list take a `MicrophoneGrant`, which only Permissions can make.
@Suite(
    .enabled(if: !SoundServer.Kind.installed.isEmpty, "neither pulseaudio nor pipewire-pulse is installed"))
struct SoundServerTests {
    typealias Kind = SoundServer.Kind

    private let grant = MicrophoneGrant()
    private let heard = Heard()

    private func capture(_ server: SoundServer, _ microphone: String? = "mic", channels: Int = 1)
        -> SoundCapture
    {
        SoundCapture(
            of: microphone, channels: channels, grant: grant, server: server.address, handler: heard.take)
    }

    // MARK: The list

    @Test(arguments: Kind.installed) func microphonesAreListedAndMonitorsAreNot(kind: Kind) async throws {
        let server = try SoundServer(kind)
        try server.control("load-module", "module-null-sink", "sink_name=speakers")
        try server.plugIn("mic", description: "Acme")
        try wait("the monitor is there") {
            try server.control("list", "short", "sources").contains("monitor")
        }
        var listed = await Microphones.list(grant, server: server.address)
        #expect(listed.map(\.id) == ["mic"] && listed.map(\.name) == ["Acme"])
        try server.plugIn("other", description: "Other")
        try server.control("set-default-source", "other")
        listed = await Microphones.list(grant, server: server.address)
        #expect(Set(listed.map(\.id)) == ["mic", "other"])
        #expect(listed.filter(\.isDefault).map(\.id) == ["other"])
    }

    @Test(arguments: Kind.installed) func changesOfTheListArrive(kind: Kind) async throws {
        let server = try SoundServer(kind)
        try server.plugIn("mic")
        var lists = Microphones.changes(grant, server: server.address).makeAsyncIterator()
        #expect(await lists.next()?.map(\.id) == ["mic"])
        let other = try server.plugIn("other")
        while let list = await lists.next(), list.count != 2 {}
        try server.pullOut(other)
        while let list = await lists.next(), list.count != 1 {}
        try server.die()
        while await lists.next() != nil {}
    }

    @Test func missingServerHasNoMicrophone() async throws {
        #expect(await Microphones.list(grant, server: "unix:/nonexistent/native") == [])
        let capture = SoundCapture(
            of: nil, channels: 1, grant: grant, server: "unix:/nonexistent/native", handler: heard.take)
        try wait("it ends") { heard.all.ends == [.noServer] }
        capture.close()
        #expect(heard.all.count == 1)
    }

    // MARK: The sound

    /// PulseAudio only: PipeWire's pipe holds sound back, by more after each period that the machine was late for, and
    /// does not say so.
    @Test(.enabled(if: Kind.installed.contains(.pulseAudio), "pulseaudio is not installed"))
    func soundComesWithTheTimeAtWhichItWasSpoken() throws {
        let server = try SoundServer(.pulseAudio)
        try server.plugIn("mic")
        let speaker = try Speaker(server.pipe("mic"))
        defer { speaker.stop() }
        let capture = capture(server)
        try wait("five beeps are heard") { onsets(heard.all.blocks).count >= 6 }
        capture.close()
        let found = onsets(heard.all.blocks).dropFirst()
        let errors = found.map { onset in
            speaker.beeps.map { Double(onset.nanoseconds - $0.nanoseconds) / 1e6 }.min { abs($0) < abs($1) }
                ?? 1e9
        }
        #expect(errors.allSatisfy { abs($0) <= 10 }, "\(errors) ms")
        #expect(heard.all.holes.isEmpty && heard.all.ends.isEmpty)
        let loudest = heard.all.blocks.map(\.level.peak).max() ?? 0
        #expect(abs(loudest + 6) < 0.5)
        #expect(heard.all.blocks.map(\.level.rootMeanSquare).min() == SoundLevel.floor)
    }

    /// Of sound whose source counts with the machine's own clock.
    @Test(arguments: Kind.installed) func timesAreSteadyAndShortlyBeforeTheyAreTold(kind: Kind) throws {
        let server = try SoundServer(kind)
        try server.plugIn("mic")
        let speaker = try Speaker(server.pipe("mic"))
        defer { speaker.stop() }
        let capture = capture(server)
        try wait("eight seconds come") { heard.all.blocks.count >= 400 }
        capture.close()
        var clock = SoundClock(rate: SoundCapture.rate)
        var position: Int64 = 0
        var ages: [Double] = []
        for block in heard.all.blocks {
            // A machine that is late loses sound in PipeWire's graph: a jump, after which the clock begins anew.
            _ = clock.add(position: position, at: block.time)
            position += Int64(block.samples.count)
            if let time = clock.time(of: position) { ages.append((block.arrival - time) / .milliseconds(1)) }
        }
        let settled = ages.dropFirst(50).sorted()
        // A sample can't be captured after it was handed over, but for the noise of the times; how long before, the
        // graph of a busy machine decides.
        #expect(settled[settled.count / 20] > -10 && settled[settled.count / 2] < 300)
        #expect(abs(clock.drift) < 500e-6)
    }

    /// When each beep began, as far as the blocks' times evened out by the clock say.
    private func onsets(_ blocks: [Heard.Block]) -> [MonotonicTime] {
        var clock = SoundClock(rate: SoundCapture.rate)
        var onsets: [MonotonicTime] = []
        var position: Int64 = 0
        var lastLoud: Int64 = -.max / 2
        for block in blocks {
            _ = clock.add(position: position, at: block.time)
            for sample in block.samples {
                if abs(Int(sample)) > 4000 {
                    if position - lastLoud > 4800, let time = clock.time(of: position) { onsets.append(time) }
                    lastLoud = position
                }
                position += 1
            }
        }
        return onsets
    }

    @Test(arguments: Kind.installed) func theRecordingIsMadeLouderAndTheDesktopsVolumeStays(kind: Kind) throws
    {
        let server = try SoundServer(kind)
        try server.plugIn("mic")
        let speaker = try Speaker(server.pipe("mic"))
        defer { speaker.stop() }
        let capture = capture(server, channels: 2)
        try wait("it comes") { heard.all.blocks.count > 3 }
        // PipeWire 1.4 sets it once the microphone is used, and says before that it has.
        try server.control("set-source-volume", "mic", "61%")
        try wait("the volume is set") { try server.control("list", "sources").contains(" 61% ") }
        let before = try server.control("list", "sources")
        let count = heard.all.blocks.count
        capture.setGain(6)
        try wait("it is louder") { heard.all.blocks.dropFirst(count).contains { $0.level.peak > -13 } }
        capture.setMuted(true)
        try wait("it comes") { heard.all.blocks.count > 30 }
        let after = try server.control("list", "sources")
        capture.close()
        let volumes = [before, after].map { text in
            text.split(separator: "\n").filter { $0.contains("olume:") || $0.contains("Mute:") }
        }
        #expect(!volumes[0].isEmpty && volumes[0] == volumes[1])
        #expect(heard.all.blocks.last?.level == .silence)
    }

    // MARK: The end

    // Which end it is says what the program saw and how long it waited (`PulseConnection.timeout`); how soon that is seen
    // here, the machine's other work decides.

    @Test(arguments: Kind.installed) func aServerThatDiesEndsIt(kind: Kind) throws {
        let server = try SoundServer(kind)
        try server.plugIn("mic")
        let speaker = try Speaker(server.pipe("mic"))
        defer { speaker.stop() }
        let capture = capture(server)
        try wait("it comes") { heard.all.blocks.count > 3 }
        try server.die()
        try wait("it ends") { !heard.all.ends.isEmpty }
        #expect(heard.all.ends == [.serverLost])
        let count = heard.all.count
        capture.close()
        #expect(heard.all.count == count)
    }

    @Test(arguments: Kind.installed) func aMicrophoneThatIsPulledOutEndsIt(kind: Kind) throws {
        let server = try SoundServer(kind)
        try server.plugIn("other")
        let number = try server.plugIn("mic")
        let speaker = try Speaker(server.pipe("mic"))
        defer { speaker.stop() }
        let capture = capture(server)
        try wait("it comes") { heard.all.blocks.count > 3 }
        try server.pullOut(number)
        try wait("it ends") { !heard.all.ends.isEmpty }
        #expect(heard.all.ends == [.unplugged])
        capture.close()
    }

    @Test(arguments: Kind.installed) func aServerThatHangsEndsIt(kind: Kind) throws {
        let server = try SoundServer(kind)
        try server.plugIn("mic")
        let speaker = try Speaker(server.pipe("mic"))
        defer { speaker.stop() }
        let capture = capture(server)
        try wait("it comes") { heard.all.blocks.count > 3 }
        try server.freeze()
        try wait("it ends") { !heard.all.ends.isEmpty }
        #expect(heard.all.ends == [.silent])
        let start = ContinuousClock.now
        capture.close()
        // It waits for no answer.
        #expect(ContinuousClock.now - start < PulseConnection.timeout)
    }

    @Test(arguments: Kind.installed) func nothingComesAfterClosing(kind: Kind) throws {
        let server = try SoundServer(kind)
        try server.plugIn("mic")
        let speaker = try Speaker(server.pipe("mic"))
        defer { speaker.stop() }
        for round in 0..<12 {
            let capture = capture(server)
            // Also while it connects and opens.
            if round.isMultiple(of: 3) {
                let count = heard.all.blocks.count
                try wait("it comes") { heard.all.blocks.count > count }
            } else {
                usleep(UInt32(round) * 3000)
            }
            let start = ContinuousClock.now
            capture.close()
            // It waits for no answer.
            #expect(ContinuousClock.now - start < PulseConnection.timeout)
            let count = heard.all.count
            usleep(50_000)
            #expect(heard.all.count == count)
        }
        #expect(heard.all.ends.isEmpty)
        try wait("the server has no stream any more") { try server.control("list", "source-outputs").isEmpty }
    }

    @Test(arguments: Kind.installed) func aMicrophoneThatIsNotThereIsNotReplaced(kind: Kind) throws {
        let server = try SoundServer(kind)
        try server.plugIn("mic")
        let capture = capture(server, "nowhere")
        try wait("it ends") { !heard.all.ends.isEmpty }
        #expect(heard.all.ends == [.noMicrophone] && heard.all.count == 1)
        capture.close()
    }

    // MARK: The permission

    @Test(arguments: Kind.installed) func aPermissionThatIsWithdrawnEndsIt(kind: Kind) throws {
        let server = try SoundServer(kind)
        try server.plugIn("mic")
        let speaker = try Speaker(server.pipe("mic"))
        defer { speaker.stop() }
        let capture = capture(server)
        try wait("it comes") { heard.all.blocks.count > 3 }
        grant.end()
        try wait("it ends") { heard.all.ends == [.notAllowed] }
        try wait("the server has no stream any more") { try server.control("list", "source-outputs").isEmpty }
        capture.close()
    }

    @Test(arguments: Kind.installed) func anEndedPermissionOpensNothing(kind: Kind) async throws {
        let server = try SoundServer(kind)
        try server.plugIn("mic")
        grant.end()
        let capture = capture(server)
        try wait("it ends") { heard.all.ends == [.notAllowed] }
        capture.close()
        #expect(heard.all.count == 1)
        #expect(await Microphones.list(grant, server: server.address) == [])
    }
}

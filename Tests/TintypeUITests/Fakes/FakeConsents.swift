// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// The person's answer about the camera: given already, or asked for as the real one does.
@MainActor
final class FakeConsent: CameraConsenting {
    private(set) var access: CameraAccess
    var isAccessKnown = true
    var isDecidedElsewhere = false
    var asker: (@MainActor () async -> Bool?)?
    /// Whether the desktop's settings open.
    var hasDesktopSettings = false

    private let (news, teller) = AsyncStream.makeStream(of: CameraAccess.self)

    init(_ access: CameraAccess = .authorized) { self.access = access }

    func request() async -> CameraAccess {
        if access == .notDetermined, let asker, let isAllowed = await asker() { record(isAllowed: isAllowed) }
        return access
    }

    func record(isAllowed: Bool) { learn(isAllowed ? .authorized : .denied) }

    /// The answer is known, or another program changed it.
    func learn(_ access: CameraAccess) {
        (self.access, isAccessKnown) = (access, true)
        teller.yield(access)
    }

    func refresh() {}
    func changes() -> AsyncStream<CameraAccess> { news }
    func openSettings() async -> Bool { hasDesktopSettings }
}

/// The person's answers about the library, and what was asked.
@MainActor
final class FakeLibraryConsent: LibraryConsenting {
    var access = LibraryAccess.authorized
    var answer: LibraryAccess?
    private(set) var requests = 0
    var asker: (@MainActor (LibraryPurpose) async -> LibraryAnswer?)?

    func request(for purpose: LibraryPurpose) async -> LibraryAccess {
        requests += 1
        access = answer ?? access
        return access
    }

    func record(_ answer: LibraryAnswer) {}
    func refresh() {}
    func changes() -> AsyncStream<LibraryAccess> { AsyncStream { _ in } }
}

@MainActor
final class FakeMicrophoneConsent: MicrophoneConsenting {
    var access = DeviceAccess.authorized
    private(set) var requests = 0
    /// Runs while the question is open.
    var meanwhile: () -> Void = {}
    var isAccessKnown = true
    let hasDesktopSettings = false
    var asker: (@MainActor () async -> Bool?)?

    func request() async -> DeviceAccess {
        requests += 1
        meanwhile()
        access = .denied
        return access
    }

    func record(isAllowed: Bool) {}
    func refresh() {}

    private let (news, teller) = AsyncStream.makeStream(of: DeviceAccess.self)
    func changes() -> AsyncStream<DeviceAccess> { news }

    /// The record is read.
    func learn(_ access: DeviceAccess) {
        (self.access, isAccessKnown) = (access, true)
        teller.yield(access)
    }

    func openSettings() async -> Bool { false }
}

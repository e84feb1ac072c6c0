// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// The person's answer about the camera: given already, or asked for as the real one does.
@MainActor
public final class FakeConsent: CameraConsenting {
    public private(set) var access: CameraAccess
    public var isAccessKnown = true
    public var isDecidedElsewhere = false
    public var isDeniedElsewhere = false
    public var asker: (@MainActor () async -> Bool?)?
    /// Whether the desktop's settings open.
    public var hasDesktopSettings = false
    /// Whether the desktop's settings list the switch.
    public var isListedByDesktop = false

    private let news = Readers<CameraAccess>()

    public init(_ access: CameraAccess = .authorized) { self.access = access }

    public func request() async -> CameraAccess {
        if access == .notDetermined, let asker, let isAllowed = await asker() { record(isAllowed: isAllowed) }
        return access
    }

    public func record(isAllowed: Bool) { learn(isAllowed ? .authorized : .denied) }

    /// The answer is known, or another program changed it.
    public func learn(_ access: CameraAccess) {
        (self.access, isAccessKnown) = (access, true)
        news.tell(access)
    }

    public func refresh() {}
    public func changes() -> AsyncStream<CameraAccess> { news.stream() }
    public func openSettings() async -> Bool { hasDesktopSettings }
}

/// The person's answers about the library, and what was asked.
@MainActor
public final class FakeLibraryConsent: LibraryConsenting {
    public var access = LibraryAccess.authorized
    /// The answer that is given without a question; nil asks as the real one does.
    public var answer: LibraryAccess?
    public private(set) var requests = 0
    public var asker: (@MainActor () async -> LibraryAnswer?)?

    private let news = Readers<LibraryAccess>()

    public init(_ access: LibraryAccess = .authorized) { self.access = access }

    public func request() async -> LibraryAccess {
        requests += 1
        if let answer {
            access = answer
        } else if access == .notDetermined, let answer = await asker?() {
            record(answer)
        }
        return access
    }

    public func record(_ answer: LibraryAnswer) {
        access =
            switch answer {
            case .allow: .authorized
            case .folder(let folder): .limited(folder: folder)
            case .deny: .denied
            }
        news.tell(access)
    }

    public func allowAgain() { record(.allow) }
    public func refresh() {}
    public func changes() -> AsyncStream<LibraryAccess> { news.stream() }
}

/// The person's answer about screenshots: given already, or asked for as the real one does.
@MainActor
public final class FakeScreenshotConsent: ScreenshotConsenting {
    public private(set) var access: ScreenshotAccess
    public var asker: (@MainActor () async -> LibraryAnswer?)?

    private let news = Readers<ScreenshotAccess>()

    public init(_ access: ScreenshotAccess = .authorized) { self.access = access }

    public func request() async -> ScreenshotAccess {
        if access == .notDetermined, let answer = await asker?() { record(answer) }
        return access
    }

    public func record(_ answer: LibraryAnswer) {
        access =
            switch answer {
            case .allow: .authorized
            case .folder(let folder): .limited(folder: folder)
            case .deny: .denied
            }
        news.tell(access)
    }

    public func allowAgain() { record(.allow) }
    public func refresh() {}
    public func changes() -> AsyncStream<ScreenshotAccess> { news.stream() }
}

@MainActor
public final class FakeMicrophoneConsent: MicrophoneConsenting {
    public var access = DeviceAccess.authorized
    public private(set) var requests = 0
    /// What a question leads to; it can be left open.
    public var answer = DeviceAccess.denied
    /// Runs while the question is open.
    public var meanwhile: () -> Void = {}
    public var isAccessKnown = true
    public let hasDesktopSettings = false
    public var asker: (@MainActor () async -> Bool?)?
    /// Whether the question is asked as the real one does; else the answer is no.
    public var asks = false

    private let news = Readers<DeviceAccess>()

    public init(_ access: DeviceAccess = .authorized) { self.access = access }

    public func request() async -> DeviceAccess {
        requests += 1
        meanwhile()
        if !asks {
            access = answer
        } else if access == .notDetermined, let isAllowed = await asker?() {
            record(isAllowed: isAllowed)
        }
        return access
    }

    public func record(isAllowed: Bool) { learn(isAllowed ? .authorized : .denied) }
    public func refresh() {}
    public func changes() -> AsyncStream<DeviceAccess> { news.stream() }

    /// The record is read.
    public func learn(_ access: DeviceAccess) {
        (self.access, isAccessKnown) = (access, true)
        news.tell(access)
    }

    public func openSettings() async -> Bool { false }
}

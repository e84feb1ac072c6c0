// SPDX-License-Identifier: GPL-3.0-or-later
public import Cameras
public import Platform

/// One ioctl as it was made.
public struct FakeCall: Sendable {
    public let descriptor: Int32
    public let request: VideoRequest
    /// nil when it worked.
    public let failure: Errno?
}

/// A fake kernel's record of calls.
public struct FakeRecord: Sendable {
    public internal(set) var calls: [FakeCall] = []
    public internal(set) var polls = 0
    /// How long the camera's thread was to wait, each time.
    public internal(set) var pauses: [Duration] = []
    public internal(set) var opened = 0
    public internal(set) var closed = 0
    public internal(set) var mapped = 0
    public internal(set) var unmapped = 0
    /// Calls that no correct program makes: closing or unmapping twice, using a closed descriptor.
    public internal(set) var misuses: [String] = []

    /// Whether every node was closed and every mapping unmapped, exactly once, and nothing was misused.
    public var isClean: Bool { opened == closed && mapped == unmapped && misuses.isEmpty }

    public func count(of request: VideoRequest) -> Int { calls.count { $0.request == request } }

    /// How many calls of a request worked.
    public func successes(of request: VideoRequest) -> Int {
        calls.count { $0.request == request && $0.failure == nil }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@testable import Permissions

@MainActor
struct CameraPermissionTests {
    @Test func firstStateIsNotAsked() {
        let permission = CameraPermissionManager(settings: nil)
        #expect(permission.access == .notDetermined)
        #expect(permission.currentGrant() == nil)
    }

    @Test func allowingGivesAGrantThatHolds() throws {
        let permission = CameraPermissionManager(settings: nil)
        permission.record(isAllowed: true)
        #expect(permission.access == .authorized)
        let grant = try #require(permission.currentGrant())
        #expect(grant.isValid)
        #expect(permission.currentGrant() === grant)
    }

    @Test func denyingEndsEveryGrantThatWasGiven() throws {
        let permission = CameraPermissionManager(settings: nil)
        permission.record(isAllowed: true)
        let grant = try #require(permission.currentGrant())
        permission.record(isAllowed: false)
        #expect(!grant.isValid)
        #expect(permission.access == .denied)
        #expect(permission.currentGrant() == nil)
    }

    @Test func allowingAgainGivesAnotherGrant() throws {
        let permission = CameraPermissionManager(settings: nil)
        permission.record(isAllowed: true)
        let first = try #require(permission.currentGrant())
        permission.record(isAllowed: false)
        permission.record(isAllowed: true)
        let second = try #require(permission.currentGrant())
        #expect(second !== first)
        #expect(second.isValid && !first.isValid)
    }

    @Test func observersHearOfEveryChangeOnce() {
        let permission = CameraPermissionManager(settings: nil)
        var heard: [CameraAccess] = []
        permission.observe { heard.append($0) }
        permission.record(isAllowed: true)
        permission.record(isAllowed: true)
        permission.record(isAllowed: false)
        #expect(heard == [.authorized, .denied])
    }
}

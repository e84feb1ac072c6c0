// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Glibc
import Platform
import Synchronization
import Testing

@testable import Permissions

extension OneAtATime {
    /// Reasons that keep the camera off in spite of the answer.
    @MainActor
    struct RestrictionTests {
        private let off = CameraAccess.restricted(.wholeComputer)

        @Test func restrictedComesFirstThenDenied() {
            for answer in [PermissionAnswer.yes, .no, .limited, .unset, nil] {
                for isOutOfReach in [false, true] {
                    let evidence = DeviceEvidence(
                        answer: answer, isDisabled: true, isOutOfReach: isOutOfReach)
                    #expect(evidence.access == off && evidence.isConclusive)
                }
                let evidence = DeviceEvidence(answer: answer, isDisabled: false, isOutOfReach: true)
                #expect(evidence.access == .restricted(.account))
            }
            #expect(DeviceEvidence(answer: .yes).access == .authorized)
            #expect(DeviceEvidence(answer: nil).access == .notDetermined)
            #expect(!DeviceEvidence(answer: nil).isConclusive)
        }

        @Test func thePrivacyKeyTurnsTheCameraOffAndOn() throws {
            let key = try #require(TestSettings.privacy(), "gsettings-desktop-schemas")
            let permission = CameraPermissionManager(
                nil, PrivacyKey(settings: key), waitsForStore: false, isOutOfReach: { false })
            permission.record(isAllowed: true)
            let grant = try #require(permission.currentGrant())
            key.set("disable-camera", true)
            #expect(permission.access == off)
            #expect(!grant.isValid && permission.currentGrant() == nil)
            key.set("disable-camera", false)
            #expect(permission.access == .authorized)
            #expect(permission.currentGrant()?.isValid == true)
        }

        @Test func missingSchemaFollowsTheSettingsPortal() async throws {
            let bus = try PrivateBus()
            try bus.set(["yes"])
            try bus.start("settings_portal.py", "true")
            let permission = CameraPermissionManager(
                nil, PrivacyKey(settings: nil), waitsForStore: true, isOutOfReach: { false })
            let connection = try bus.connect()
            permission.start { connection }
            try await until("it is off") { permission.access == off }
            try set(.boolean(false), connection)
            try await until("it is on") { permission.access == .authorized }
            let grant = try #require(permission.currentGrant())
            try set(.string("true"), connection)
            try set(.boolean(true), connection)
            try await until("it is off again") { permission.access == off }
            #expect(!grant.isValid)
        }

        /// As one that hangs while the program starts.
        @Test func aPortalThatComesLaterIsAskedAgain() async throws {
            let bus = try PrivateBus()
            try bus.set(["yes"])
            let permission = CameraPermissionManager(
                nil, PrivacyKey(settings: nil), waitsForStore: true, isOutOfReach: { false })
            let connection = try bus.connect()
            permission.start { connection }
            try await until("it is allowed") { permission.access == .authorized }
            let grant = try #require(permission.currentGrant())
            try bus.start("settings_portal.py", "true")
            permission.refresh()
            try await until("it is off") { permission.access == off }
            #expect(!grant.isValid)
        }

        @Test(arguments: ["'true'", "1", "[true]", "@av []"])
        func senselessPortalTurnsNothingOff(value: String) async throws {
            let bus = try PrivateBus()
            try bus.set(["yes"])
            try bus.start("settings_portal.py", value)
            let connection = try bus.connect()
            #expect(try await answer { await PrivacyPortal(CameraKind.self).isDisabled(connection) } == nil)
            #expect(!PrivacyPortal(CameraKind.self).isDisabledBlocking(connection))
        }

        private func set(_ value: BusArgument, _ connection: BusConnection) throws {
            _ = try connection.callBlocking(
                BusCall(
                    "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                    "org.freedesktop.portal.Settings", "Set", [.variant(value)], timeout: .seconds(10)))
        }

        // MARK: The account

        @Test func nodesForOtherAccountsAreToldWithoutOpeningThem() throws {
            #expect(!NodeReach.isOutOfReach([]))
            #expect(!NodeReach.isOutOfReach(["/dev/null"]))
            #expect(!NodeReach.isOutOfReach(["/nonexistent/video0"]), "gone is not forbidden")
        }

        @Test func accessThatComesLaterEndsTheRestriction() async throws {
            let isForbidden = Atomic(true)
            let permission = CameraPermissionManager(
                nil, PrivacyKey(settings: nil), waitsForStore: false,
                isOutOfReach: { isForbidden.load(ordering: .relaxed) })
            permission.record(isAllowed: true)
            permission.refresh()
            try await until("it is restricted") { permission.access == .restricted(.account) }
            isForbidden.store(false, ordering: .relaxed)
            try await until("it is allowed, without anybody telling") { permission.access == .authorized }
        }

        @Test func aNewNodeGetsAMomentForItsAccessList() async throws {
            let looks = Atomic(0)
            let permission = CameraPermissionManager(
                nil, PrivacyKey(settings: nil), waitsForStore: false,
                isOutOfReach: { looks.add(1, ordering: .relaxed).newValue < 3 })
            permission.record(isAllowed: true)
            permission.observe { #expect($0 == .authorized) }
            permission.camerasMayHaveChanged()
            try await until("it was looked at again") { looks.load(ordering: .relaxed) >= 3 }
            try await runLoop(for: .milliseconds(50))
            #expect(permission.access == .authorized)
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Diagnosis
import Testing

@testable import Permissions

@Suite struct DesktopExamTests {
    private func services(_ bus: PrivateBus) throws -> [DesktopService: ServicePresence]? {
        DesktopExam.examine(try bus.connect(), isSandboxed: false).services
    }

    @Test func missingBusKnowsNothing() {
        #expect(DesktopExam.examine(nil, isSandboxed: true) == DesktopFacts(isSandboxed: true, services: nil))
    }

    @Test func anEmptyBusHasNothing() throws {
        let found = try services(PrivateBus(hasStore: false))
        #expect(found == [.permissionStore: .absent, .cameraPortal: .absent, .settingsPortal: .absent])
    }

    @Test func activatableServiceIsNotStarted() throws {
        let bus = try PrivateBus()
        #expect(try services(bus)?[.permissionStore] == .startable)
        #expect(try services(bus)?[.permissionStore] == .startable)
    }

    @Test func theRealStoreRuns() throws {
        let bus = try PrivateBus()
        try bus.set(["yes"])
        #expect(try services(bus)?[.permissionStore] == .running)
    }

    @Test func aServiceThatIsSilentIsReported() throws {
        let bus = try PrivateBus(hasStore: false)
        try bus.start("permission_store.py", "mute")
        #expect(try services(bus)?[.permissionStore] == .silent)
    }

    @Test func portalWithoutACameraPartOffersNone() throws {
        let bus = try PrivateBus(hasStore: false)
        try bus.start("settings_portal.py", "<true>")
        let found = try services(bus)
        #expect(found?[.settingsPortal] == .running && found?[.cameraPortal] == .absent)
    }
}

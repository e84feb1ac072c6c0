// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Dispatch
import Foundation
import Platform
import Testing

@testable import Permissions

extension OneAtATime {
    /// The library's manager over the desktop's real store.
    @MainActor
    struct LibraryTransitionTests {
        private let bus: PrivateBus
        private let settings = TestSettings.ours()
        private let lockdown = Settings.forgetful(schema: SavingLockdown.schema, directories: [])
        nonisolated private static let table = "io.github.tintype.Tintype.photos"

        init() throws { bus = try PrivateBus() }

        private func started(hasBus: Bool = true) async throws -> PhotoLibraryPermissionManager {
            let manager = PhotoLibraryPermissionManager(
                settings, SavingLockdown(settings: lockdown), waitsForStore: true,
                library: .camera(library: bus.folder.path),
                open: { place throws(SaveError) in
                    mkdir(place.folder, 0o755)
                    let number = Glibc.open(place.folder, O_RDONLY | O_DIRECTORY)
                    guard number >= 0 else { throw SaveError(.failed, underlying: errno, path: place.folder) }
                    return number
                })
            let connection = hasBus ? try bus.connect() : nil
            manager.start { connection }
            _ = try await answer { await manager.grantIfAllowed() }
            return manager
        }

        @Test func aFolderThatHangsHoldsUpNothingElse() async throws {
            let (gate, started) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let library = LibraryPlace.camera(library: bus.folder.path)
            let count = 2 * Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 1
            settings?.set("library-access", "yes")
            let saves = (0..<count).map { _ in
                let manager = PhotoLibraryPermissionManager(
                    settings, SavingLockdown(settings: lockdown), waitsForStore: false, library: library,
                    open: { place throws(SaveError) in
                        started.signal()
                        gate.wait()
                        throw SaveError(.failed, path: place.folder)
                    })
                return Task {
                    let grant = await manager.grantForSaving()
                    _ = await Blocking.run { try? grant?.open() }
                }
            }
            var waiting = 0
            try await until("every press waits for the folder") {
                if started.wait(timeout: .now()) == .success { waiting += 1 }
                return waiting == count
            }
            #expect(await Task.detached { true }.value)
            for _ in saves { gate.signal() }
            for save in saves { await save.value }
        }

        private func set(_ words: [String]) throws { try bus.set(words, in: Self.table, "library") }
        private func stored() throws -> [String]? { try bus.stored(in: Self.table, "library") }
        private var chosen: String { bus.folder.path + "/Chosen" }

        nonisolated static let meanings: [([String], hasFolder: Bool, String)] = [
            ([], true, "open"), (["ask"], true, "open"), (["limited"], false, "open"),
            (["yes"], false, "all"), (["limited"], true, "chosen"), (["no"], true, "no"),
        ]

        private func word(_ access: LibraryAccess) -> String {
            switch access {
            case .notDetermined: "open"
            case .authorized: "all"
            case .limited(let folder): folder == chosen ? "chosen" : "?"
            case .denied: "no"
            case .restricted: "restricted"
            }
        }

        @Test(arguments: meanings, meanings)
        func changesByOtherProgramsArrive(
            from: ([String], hasFolder: Bool, String), to: ([String], hasFolder: Bool, String)
        ) async throws {
            settings?.set("library-folder", from.hasFolder ? chosen : "")
            try set(from.0)
            let manager = try await started()
            try await until("it is \(from.2)") { word(manager.access) == from.2 }
            let grant = try await answer { await manager.grantIfAllowed() }
            #expect((grant != nil) == manager.access.allowsSaving)
            settings?.set("library-folder", to.hasFolder ? chosen : "")
            try set(to.0)
            try await until("it is \(to.2)") { word(manager.access) == to.2 }
            if from.2 != to.2 { #expect(grant?.isValid != true) }
            let next = try await answer { await manager.grantIfAllowed() }
            #expect(next?.folder == folder(for: to.2))
        }

        private func folder(for word: String) -> String? {
            switch word {
            case "all": bus.folder.path + "/Camera"
            case "chosen": chosen
            default: nil
            }
        }

        nonisolated static let answers: [(LibraryAnswer?, [String], isSaved: Bool)] = [
            (.allow, ["yes"], true), (.deny, ["no"], false), (.folder("/tmp"), ["limited"], true),
            (nil, [], false),
        ]

        @Test(arguments: answers)
        func theFirstSaveAsksAndGoesOn(given: (LibraryAnswer?, [String], isSaved: Bool)) async throws {
            let manager = try await started()
            var asked = 0
            manager.asker = {
                asked += 1
                return given.0
            }
            let grant = try await answer { await manager.grantForSaving() }
            #expect((grant != nil) == given.isSaved)
            if given.0 == .folder("/tmp") { #expect(grant?.folder == "/tmp") }
            try await until("it is stored") { try stored() == given.1 }
            // No other prompts, whatever was answered.
            _ = try await answer { await manager.grantForSaving() }
            #expect(asked == 1)
        }

        @Test func aBurstAsksOnceAndIsSavedWhole() async throws {
            let manager = try await started()
            var asked = 0
            let (all, hasAll) = AsyncStream.makeStream(of: Void.self)
            manager.asker = {
                asked += 1
                // The question stays open until each of the ten has come to it.
                for await _ in all { break }
                return .allow
            }
            var grants: [LibraryGrant?] = []
            for _ in 0..<10 { Task { grants.append(await manager.grantForSaving()) } }
            // The main actor takes its tasks in turn: all ten have begun by then.
            Task { hasAll.yield() }
            try await until("all are answered") { grants.count == 10 }
            #expect(asked == 1)
            #expect(grants.allSatisfy { $0 != nil && $0 === grants[0] })
        }

        @Test func aQuestionLeftOpenIsAskedAgainOnlyOnRequest() async throws {
            let manager = try await started()
            var answers: [LibraryAnswer?] = [nil, .allow]
            manager.asker = { answers.removeFirst() }
            #expect(try await answer { await manager.grantForSaving() } == nil)
            #expect(try await answer { await manager.grantForSaving() } == nil)
            #expect(answers.count == 1)
            #expect(try await answer { await manager.request() } == .authorized)
            #expect(try await answer { await manager.grantForSaving() } != nil)
        }

        @Test func finishingOldPhotosAsksNothing() async throws {
            let manager = try await started()
            manager.asker = {
                Issue.record("asked")
                return nil
            }
            #expect(try await answer { await manager.grantIfAllowed() } == nil)
        }

        @Test func theAdministratorsKeyComesFirst() async throws {
            try #require(lockdown != nil, "gsettings-desktop-schemas")
            try set(["yes"])
            let manager = try await started()
            let grant = try #require(try await answer { await manager.grantForSaving() })
            lockdown?.set("disable-save-to-disk", true)
            #expect(manager.access == .restricted && !grant.isValid)
            #expect(try await answer { await manager.grantForSaving() } == nil)
            #expect(manager.grantForCommand() == nil)
            lockdown?.set("disable-save-to-disk", false)
            #expect(manager.access == .authorized)
        }

        @Test func theAdministratorsKeyEndsTheRightToSaveAnywhere() async throws {
            try #require(lockdown != nil, "gsettings-desktop-schemas")
            // A no about the library says nothing about a file that the person names.
            try set(["no"])
            let manager = try await started()
            let grant = try #require(manager.grantForNamedFile())
            #expect(grant.isValid && manager.grantForNamedFile() === grant)
            lockdown?.set("disable-save-to-disk", true)
            #expect(!grant.isValid && manager.grantForNamedFile() == nil)
            lockdown?.set("disable-save-to-disk", false)
            #expect(!grant.isValid && manager.grantForNamedFile()?.isValid == true)
        }

        @Test func relativeFolderIsIgnored() async throws {
            settings?.set("library-folder", "Chosen")
            try set(["limited"])
            let manager = try await started()
            #expect(manager.access == .notDetermined)
        }

        @Test func aLibraryWhoseNameIsNoTextIsKnownForOne() {
            #expect(LibraryPlace.library(pictures: .text("/a"), home: "/h") == .camera(library: "/a"))
            #expect(LibraryPlace.library(pictures: nil, home: "/h") == .camera(library: "/h/Pictures"))
            let place = LibraryPlace.library(pictures: .unreadable(shown: "/h/Bil\u{FFFD}der"), home: "/h")
            #expect(place == .unreadable(library: "/h/Bil\u{FFFD}der"))
        }

        @Test func missingStoreIsRememberedInOurSettings() async throws {
            let manager = try await started(hasBus: false)
            manager.record(.folder(chosen))
            #expect(manager.access == .limited(folder: chosen))
            try await until("it is stored") { settings?.string("library-access") == "limited" }
            let again = try await started(hasBus: false)
            #expect(again.access == .limited(folder: chosen))
            #expect(again.resetBlocking())
            #expect(again.access == .notDetermined)
        }

        @Test func commandedPhotoIsStoppedByADenialOnly() async throws {
            let manager = try await started()
            #expect(manager.grantForCommand()?.folder == bus.folder.path + "/Camera")
            #expect(try stored() == [], "nothing is recorded")
            try set(["no"])
            try await until("it is denied") { manager.access == .denied }
            #expect(manager.grantForCommand() == nil)
        }
    }
}

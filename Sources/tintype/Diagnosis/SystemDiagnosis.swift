// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import CaptureService
internal import Diagnosis
internal import Permissions
internal import TintypeUI

/// The diagnosis for the window: with the present permissions, beside a session that may be streaming.
final class SystemDiagnosis: Diagnosing {
    private let place: SystemCameras.Place
    private let testScene: CameraInfo
    private let permission: any CameraPermission
    private let library: PhotoLibraryPermissionManager
    private let service: CaptureService?

    /// - Parameter service: nil for commands, which have no session.
    init(
        place: SystemCameras.Place, testScene: CameraInfo, permission: any CameraPermission,
        library: PhotoLibraryPermissionManager, service: CaptureService?
    ) {
        self.place = place
        self.testScene = testScene
        self.permission = permission
        self.library = library
        self.service = service
    }

    func diagnose(progress: @escaping @MainActor (DiagnosisStep) -> Void) async -> DiagnosisReport {
        await round().run { step in Task { @MainActor in progress(step) } }
    }

    /// Collects, now, all that needs the main thread.
    ///
    /// - Parameter camera: the only camera to look at; nil for all.
    func round(of camera: String? = nil) -> DiagnosisRound {
        let service = service
        return DiagnosisRound(
            place: place, askedFor: camera, testScene: testScene, access: permission.access,
            grant: permission.currentGrant(), library: library.access, libraryPlace: library.likelyPlace,
            notes: SystemLibrary.openingNotes,
            reserve: { await service?.reserve($0, with: $1) })
    }
}

/// `tintype --doctor [--json]`: prints the diagnosis.
enum Doctor {
    /// - Returns: 0 if nothing is wrong, 1 if there is a problem.
    static func run(_ round: DiagnosisRound, isJSON: Bool) -> Int32 {
        let outcome = Outcome<DiagnosisReport>()
        // A command may block; the work is on other threads.
        Task.detached { outcome.set(await round.run { _ in }) }
        let report = outcome.wait()
        Standard.print(isJSON ? DiagnosisWording.json(report).text : DiagnosisWording.text(report))
        return report.exitStatus
    }
}

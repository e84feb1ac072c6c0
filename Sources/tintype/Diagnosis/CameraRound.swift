// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import CaptureService
internal import Diagnosis
internal import Permissions
internal import Platform

/// The examination of one camera, which takes a few seconds at most whatever its driver does.
nonisolated struct CameraRound: Sendable {
    /// How long a camera may take for everything together.
    static let timeout: Duration = .seconds(5)

    private let round: DiagnosisRound
    private let camera: CameraInfo

    init(_ round: DiagnosisRound, _ camera: CameraInfo) {
        self.round = round
        self.camera = camera
    }

    func run() async -> CameraFacts {
        guard camera.id == .testScene || round.grant?.isValid == true else {
            // The program that uses it can be found without opening it.
            return facts(await user(), .notAllowed)
        }
        let reservation = CameraReservation()
        defer { reservation.end() }
        if let figures = await round.reserve(camera.id, reservation) {
            return facts(.ourselves, .ours(figures))
        }
        // A crash would end the diagnosis, too, and the window that asked for it.
        if round.askedFor == nil, round.notes?.areBad(camera.id.rawValue) == true {
            return facts(await user(), .notOpened(CameraError(.crashes, step: "earlier openings")))
        }
        let user = await user()
        if user == .tintype { return facts(user, .leftAlone) }
        let exam = await withTaskCancellationHandler {
            await Blocking.run(within: Self.timeout) { [round, camera] in
                Self.examine(camera, round, reservation)
            }
        } onCancel: {
            reservation.end()
        }
        return facts(user, exam ?? .hung)
    }

    /// Reads the files of every process.
    private func user() async -> CameraUser {
        await Blocking.run { [camera] in CameraUser.of(node: camera.node) }
    }

    private func facts(_ user: CameraUser, _ exam: CameraExam) -> CameraFacts {
        CameraFacts(
            name: camera.name, node: camera.node, position: camera.position, user: user, exam: exam)
    }

    /// On a thread of its own, to which the camera belongs.
    private static func examine(
        _ camera: CameraInfo, _ round: DiagnosisRound, _ reservation: CameraReservation
    ) -> CameraExam {
        let (grant, isSimulated) = (round.grant, camera.id == .testScene)
        let examiner = CameraExaminer(
            looking: {
                let looker = FrameLooker()
                return { looker.look(at: $0) }
            }, shouldStop: { reservation.isOver || !isSimulated && grant?.isValid != true })
        let cameras = SystemCameras(place: round.place, askedFor: round.askedFor, waitsForLateCameras: true)
        var exam: CameraExam?
        do throws(CameraError) {
            return try cameras.use(camera, grant: grant) { device throws(CameraError) in
                let result = examiner.examine(avoiding: reservation.avoidedModes) { device }
                exam = exam ?? result
                if case .opened(_, .failed(let error)) = result { throw error }
                return result
            }
        } catch {
            return exam ?? .notOpened(error)
        }
    }
}

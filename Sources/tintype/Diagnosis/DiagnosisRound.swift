// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import CaptureService
internal import Diagnosis
internal import Glibc
internal import Imaging
internal import Media
internal import Permissions
internal import Photos
internal import Platform

/// One full examination: collects the modules' facts, one after the other, off the main thread.
nonisolated struct DiagnosisRound: Sendable {
    let place: SystemCameras.Place
    /// The only camera to look at, as it was named on the command line.
    let askedFor: String?
    let testScene: CameraInfo
    let access: CameraAccess
    let grant: CameraGrant?
    let library: LibraryAccess
    let libraryPlace: LibraryPlace?
    /// Tell which cameras Tintype has crashed with.
    let notes: OpeningNotes?
    /// Makes the session leave a camera alone; returns its figures if it streams there.
    let reserve: @Sendable (CameraID, CameraReservation) async -> StreamFigures?

    func run(_ progress: @escaping @Sendable (DiagnosisStep) -> Void) async -> DiagnosisReport {
        progress(.desktop)
        var facts = await surroundings()
        let cameras = await camerasToExamine()
        let hidesSome = SystemCameras.hidesSome(place, grant)
        let isNode = place == .nodes && askedFor?.hasPrefix("/") == true
        if cameras.isEmpty, isNode || !hidesSome { facts.missingCamera = askedFor }
        facts.mediaCameras =
            hidesSome ? nil : cameras.count { PipeWireCameras.offers($0.id) }
        facts.sensor = await sensor()
        if place == .desktop { facts.media = await media() }
        for (index, camera) in cameras.enumerated() where !Task.isCancelled {
            let subject = CameraSubject(
                name: facts.scrubber.scrub(camera.name), node: camera.node, position: camera.position)
            progress(.camera(subject, index: index, of: cameras.count))
            facts.cameras.append(await CameraRound(self, camera).run())
        }
        progress(.photos)
        (facts.encoders, facts.folders) = await photos(
            hasDesktop: place == .nodes && facts.desktop.services != nil)
        return DiagnosisReport(version: tintypeVersion, findings: facts.findings)
    }

    /// The facts that need no camera.
    private func surroundings() async -> DiagnosisFacts {
        await Blocking.run { [self] in
            let isSandboxed = place == .desktop
            var desktop = DesktopExam.examine(try? BusConnection.session(), isSandboxed: isSandboxed)
            desktop.graphics = Self.graphics()
            let scrubber = Scrubber(
                home: UserFolders.home, words: Identity.words + NodeExam.serialNumbers())
            var facts = DiagnosisFacts(
                desktop: desktop, camera: access, library: library, encoders: EncoderFacts(),
                scrubber: scrubber)
            facts.nodes = NodeExam.examine(
                extraNode: askedFor.flatMap { $0.hasPrefix("/") ? $0 : nil }, grant: grant)
            return facts
        }
    }

    private static func graphics() -> GraphicsUse {
        guard RendererChoice.hasGPU else { return .noGPU }
        let result = SystemLibrary.state.flatMap { GraphicsTrial.result(in: $0, version: tintypeVersion) }
        return switch result {
        case nil: .used
        case .failed: .failed
        case .software: .software
        }
    }

    /// With a time limit, as in a sandbox a service answers.
    private func camerasToExamine() async -> [CameraInfo] {
        if askedFor == CameraID.testScene.rawValue { return [testScene] }
        let found = await Blocking.run(within: CameraRound.timeout) { [self] in
            SystemCameras(place: place, askedFor: askedFor, waitsForLateCameras: true).found(
                grant: grant, meantBy: askedFor)
        }
        return found ?? []
    }

    /// nil if there is none, and in a sandbox, which hides the machine.
    private func sensor() async -> SensorFacts? {
        guard place == .nodes, var sensor = SensorExam.find() else { return nil }
        guard let grant else { return sensor }
        sensor.isDeveloped = await Blocking.run(within: CameraRound.timeout) {
            PipeWireCameras(waitsForLateCameras: true).offers(grant: grant).contains(where: \.isSensor)
        }
        return sensor
    }

    private func media() async -> MediaFacts {
        guard let grant else { return .notAllowed }
        let facts = await Blocking.run(within: CameraRound.timeout) {
            do throws(CameraError) {
                return MediaFacts.connected(
                    cameras: try PipeWireCameras(waitsForLateCameras: true).count(grant: grant))
            } catch {
                return .failed(error)
            }
        }
        return facts ?? .failed(CameraError(.stalled, step: "connecting to PipeWire"))
    }

    private static func video() -> VideoAbility {
        let missing = MediaLibrary.missingForStandard
        if missing.isEmpty { return .standard }
        return MediaLibrary.hasWebM ? .webM(missing: missing) : .original(missing: missing)
    }

    /// - Parameter hasDesktop: whether other programs on the desktop can open photos.
    private func photos(hasDesktop: Bool) async -> (EncoderFacts, [FolderFacts]) {
        let encoders = await Blocking.run {
            var facts = EncoderFacts(
                jpegFailure: JPEGEncoder.whyUnavailable()?.detail,
                heicFailure: HEICEncoder.whyUnavailable()?.detail,
                opensHEIC: hasDesktop ? DesktopPrograms.open(anyOf: DesktopPrograms.heic) : nil,
                video: Self.video())
            facts.largeVideos = VideoJournal(path: SystemLibrary.videoJournal) { _, _ in }.keptCount
            return facts
        }
        var folders: [FolderFacts] = []
        let libraryPath = libraryPlace?.folder ?? ""
        // Nothing is written to a library that is not allowed yet.
        let mayWrite = library.allowsSaving
        switch libraryPlace {
        case .camera?:
            folders.append(await folder(libraryPath, .library, mayWrite: mayWrite, isMade: true))
        case .chosen?:
            folders.append(await folder(libraryPath, .library, mayWrite: mayWrite, isMade: false))
        case .unreadable?:
            let state = FolderFacts.State.failed(.unreadableName, errno: EILSEQ)
            folders.append(FolderFacts(purpose: .library, path: libraryPath, state: state, free: nil))
        case nil: break
        }
        folders.append(await folder(SystemLibrary.journal, .journal, mayWrite: true, isMade: true))
        return (encoders, folders)
    }

    /// With a time limit: a network disk may be gone silently.
    private func folder(
        _ path: String, _ purpose: FolderFacts.Purpose, mayWrite: Bool, isMade: Bool
    ) async -> FolderFacts {
        let facts = await Blocking.run(within: CameraRound.timeout) {
            FolderExam.examine(path, purpose, mayWrite: mayWrite, isMade: isMade)
        }
        return facts
            ?? FolderFacts(purpose: purpose, path: path, state: .failed(.failed, errno: ETIMEDOUT), free: nil)
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import CaptureService
internal import Dispatch
internal import Glibc
internal import Imaging
internal import Permissions
internal import Photos
internal import Platform
internal import Recording
internal import Scanning
internal import TintypeUI

/// Builds the real program and runs the command line's request.
struct Launch {
    let options: LaunchOptions
    let settings: Settings?
    let permission: any CameraPermission
    let microphone: MicrophonePermissionManager
    let library: PhotoLibraryPermissionManager
    let screenshots: ScreenshotPermissionManager
    let cameras: SystemCameras

    init(_ options: LaunchOptions, _ data: DataLocation) {
        self.options = options
        settings = Settings(schema: TintypeApplication.id, directories: data.schemas)
        if settings == nil {
            Log(domain: "main").warning("settings schema not installed: nothing is remembered")
        }
        let isSandboxed = Sandbox.isFlatpak()
        // A command lists cameras only once, so it waits for late ones.
        let cameras = SystemCameras(
            place: isSandboxed ? .desktop : .nodes, askedFor: options.camera,
            waitsForLateCameras: options.command != .window,
            preferred: Preferences(settings: settings).lastCamera)
        self.cameras = cameras
        permission =
            isSandboxed
            ? SandboxCameraPermission(settings: settings)
            : CameraPermissionManager(
                settings: settings, waitsForStore: true,
                isOutOfReach: { NodeReach.isOutOfReach(cameras.scanNodes().map(\.node)) })
        // No portal grants sound: even in a sandbox, the person's answer to Tintype's own question counts.
        microphone = MicrophonePermissionManager(
            settings: settings, isSandboxed: isSandboxed, waitsForStore: true)
        library = PhotoLibraryPermissionManager(
            settings: settings, waitsForStore: true,
            open: { place throws(SaveError) in try LibraryFolder.open(place) })
        screenshots = ScreenshotPermissionManager(settings: settings)
    }

    /// - Returns: the exit status.
    func run() -> Int32 {
        if let obstacle {
            Standard.complain(obstacle)
            return 1
        }
        if let answer = options.cameraAnswer, !permissions.mayRecord(answer) { return 1 }
        if let answer = options.microphoneAnswer, !permissions.mayRecordMicrophone(answer) { return 1 }
        if let answer = options.screenshotsAnswer, !permissions.mayRecordScreenshots(answer) { return 1 }
        switch options.command {
        case .help:
            Standard.print(Usage.text)
            return 0
        case .version:
            Standard.print("tintype " + tintypeVersion)
            return 0
        case .window:
            recordAnswers()
            return openWindow()
        case .recordAnswer:
            return permissions.recordAndSay(
                camera: options.cameraAnswer, microphone: options.microphoneAnswer,
                screenshots: options.screenshotsAnswer)
        case .resetPermissions: return permissions.reset()
        case .permissions:
            recordAnswers()
            return permissions.list()
        case .listCameras:
            return ListCameras.run(cameras, grant: grantForCommand(), isVerbose: options.isVerbose)
        case .shoot(let file): return shoot(file)
        case .record(let file): return record(file)
        case .compressVideos: return compressVideos()
        case .doctor:
            // Also reads the record about the library.
            _ = grantForCommand()
            return Doctor.run(diagnosis().round(of: options.camera), isJSON: options.isJSON)
        }
    }

    /// Why the command can't be carried out by a process like this one; nil if it can.
    private var obstacle: String? {
        switch options.command {
        case .help, .version: return nil
        case .window, .record, .compressVideos:
            if !DescriptorLimit.hasRoom(for: DescriptorLimit.many) { return Standard.tooFewDescriptors }
        case .listCameras, .shoot, .recordAnswer, .resetPermissions, .permissions, .doctor: break
        }
        // libdispatch looks there for its threads, now and then, and ends the process where it finds none.
        guard access("/proc/self/task", X_OK) == 0 else {
            return tr("/proc is not there, without which Tintype can’t work.")
        }
        return nil
    }

    private var permissions: PermissionCommands {
        PermissionCommands(
            camera: permission, microphone: microphone, library: library, screenshots: screenshots)
    }

    /// Records the answers of the command line, before other commands go on.
    private func recordAnswers() {
        if let answer = options.cameraAnswer { _ = permissions.record(answer) }
        if let answer = options.microphoneAnswer { _ = permissions.recordMicrophone(answer) }
        if let answer = options.screenshotsAnswer { _ = permissions.recordScreenshots(answer) }
    }

    /// The camera's grant for a command without a window, from the record alone.
    private func grantForCommand() -> CameraGrant? {
        // Recording an answer reads the record, too.
        if options.hasAnswer { recordAnswers() } else { permissions.read() }
        return permission.currentGrant()
    }

    /// - Parameter service: the window's session.
    private func diagnosis(beside service: CaptureService? = nil) -> SystemDiagnosis {
        SystemDiagnosis(
            place: cameras.place, testScene: testScene, permission: permission, library: library,
            service: service)
    }

    private var testScene: CameraInfo {
        CameraInfo(id: .testScene, name: tr("Test Scene"), node: "", position: .simulated)
    }

    /// The camera asked for; nil if none was.
    private var askedFor: CameraInfo? {
        options.camera.map { $0 == CameraID.testScene.rawValue ? testScene : cameras.camera(meantBy: $0) }
    }

    /// The camera of a command without a window.
    ///
    /// - Returns: nil if it can't be used; prints why.
    private func cameraForCommand() -> CommandCamera? {
        if options.camera == CameraID.testScene.rawValue {
            return CommandCamera(testScene, isNamed: true, grant: nil, notes: nil)
        }
        let grant = grantForCommand()
        let found = cameras.found(grant: grant, meantBy: options.camera)
        let camera = found.first ?? askedFor
        if let camera, permission.access == .restricted(.account) {
            // An answer would not help: the system denies this account the node.
            let error = CameraError(.notAllowed, step: "access")
            Standard.complain(CameraWording.explanation(of: error, camera))
            return nil
        }
        if camera == nil, !SystemCameras.hidesSome(cameras.place, grant) {
            Standard.complain(tr("there is no camera. Try --camera=test."))
            return nil
        }
        guard let camera, grant != nil else {
            Standard.complain(permissions.whyNoCamera)
            return nil
        }
        let isNamed = options.camera != nil
        // Listed anew, as the others were left out.
        let others = isNamed ? cameras.scanEverything(grant: grant)[...] : found.dropFirst()
        return CommandCamera(
            camera, others: others.filter { $0.id != camera.id }[...], isNamed: isNamed, grant: grant,
            notes: SystemLibrary.openingNotes)
    }

    private func shoot(_ file: String?) -> Int32 {
        guard let camera = cameraForCommand() else { return 1 }
        let preferences = Preferences(settings: settings)
        let library = file == nil ? permissions.grantForOnePhoto() : nil
        guard file != nil || library != nil else {
            Standard.complain(permissions.whyNoLibrary)
            return 1
        }
        return Shoot.run(
            cameras, camera, file: file, focus: options.focus,
            library: library, saving: self.library.grantForNamedFile(), preferences: preferences)
    }

    private func record(_ file: String?) -> Int32 {
        guard let camera = cameraForCommand() else { return 1 }
        let preferences = Preferences(settings: settings)
        let library = file == nil ? permissions.grantForOnePhoto() : nil
        guard file != nil || library != nil else {
            Standard.complain(permissions.whyNoLibrary)
            return 1
        }
        guard let saving = self.library.grantForNamedFile() else {
            Standard.complain(SaveWording.reason(for: SaveError(.restricted, path: file ?? "")))
            return 1
        }
        if let answer = options.microphoneAnswer {
            _ = permissions.recordMicrophone(answer)
        } else {
            permissions.read()
        }
        let microphone = options.hasSound ? microphone.currentGrant() : nil
        let recorder = SystemLibrary.makeRecorder(
            VideoRecorder.Rights(
                library: { library }, saving: { saving }, microphone: { microphone }))
        return Record.run(cameras, camera, recorder) { camera in
            RecordingOptions(
                camera: camera, format: file.flatMap(VideoFormat.init(fileName:)) ?? preferences.videoFormat,
                sound: options.hasSound ? preferences.soundChoice : .silent,
                framing: PhotoFraming(isMirrored: preferences.mirrorsPhotos(of: camera)), file: file,
                limit: options.seconds.map { .milliseconds(Int64(($0 * 1000).rounded())) })
        }
    }

    /// Runs in a process of its own, with the lowest priority.
    private func compressVideos() -> Int32 {
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
        permissions.read()
        // The program starts this, not a person: only a recorded yes counts.
        guard library.access.allowsSaving, let library = library.grantForCommand() else {
            Standard.complain(permissions.whyNoLibrary)
            return 1
        }
        SystemLibrary.makeRecorder(
            VideoRecorder.Rights(library: { library }, saving: { nil }, microphone: { nil })
        ).compressWaiting(library)
        return 0
    }

    // MARK: Window

    private func openWindow() -> Int32 {
        let trial = SystemLibrary.state.map { GraphicsTrial(folder: $0, version: tintypeVersion) }
        let usesGPU = RendererChoice.choose(trial)
        defer { trial?.end() }
        let askedFor = askedFor
        let notes = SystemLibrary.openingNotes
        // A camera that hangs when the program leaves has not crashed it.
        defer { notes?.end() }
        let service = makeService(askedFor, notes)
        let presence = SystemPresence(service)
        presence.followSession()
        let check = DesktopCheck(usesGPU: usesGPU) { [permission] in
            Task { @MainActor in permission.refresh() }
        }
        startCameraEarly(service, check)
        let (photos, roll) = makeLibrary()
        library.start()
        screenshots.start()
        presence.start()
        let application = TintypeApplication(
            environment: environment(service, photos, roll, presence, usesGPU ? trial : nil, askedFor))
        cameras.observe { service.camerasMayHaveChanged() }
        let hotplug = HotplugMonitor { [permission] in
            service.camerasMayHaveChanged()
            Task { @MainActor in permission.camerasMayHaveChanged() }
        }
        _ = Termination(
            holdsShots: { photos.holdsShots },
            closeCamera: { Self.close(service, within: .milliseconds(500)) },
            leave: { application.end() })
        check.finish()
        return withExtendedLifetime(hotplug) { run(application, service) }
    }

    /// With what is remembered for it.
    private func makeService(_ askedFor: CameraInfo?, _ notes: OpeningNotes?) -> CaptureService {
        let preferences = Preferences(settings: settings)
        let service = CaptureService(
            provider: cameras, preferred: preferences.lastCamera, notes: notes)
        service.setCameraDefaults(preferences.cameraDefaults)
        service.setModes(preferences.modes)
        service.setTarget(preferences.expectedTarget)
        if let askedFor { service.select(askedFor) }
        return service
    }

    /// The library as the window writes and reads it.
    private func makeLibrary() -> (PhotoLibrary, PhotoRoll) {
        let library = library
        let photos = SystemLibrary.make(
            recovery: { await library.grantIfAllowed() }, saving: { await library.grantForNamedFile() },
            grant: { await library.grantForSaving() })
        let roll = SystemLibrary.makeRoll(
            saving: { await library.grantForNamedFile() }, grant: { await library.grantIfAllowed() })
        let changes = library.changes()
        Task { for await _ in changes { roll.refresh() } }
        return (photos, roll)
    }

    private func environment(
        _ service: CaptureService, _ photos: PhotoLibrary, _ roll: PhotoRoll, _ presence: SystemPresence,
        _ graphics: GraphicsTrial?, _ askedFor: CameraInfo?
    ) -> AppEnvironment {
        let (library, microphone, screenshots) = (library, microphone, screenshots)
        let recorder = SystemLibrary.makeRecorder(
            VideoRecorder.Rights(
                library: { await library.grantIfAllowed() }, saving: { await library.grantForNamedFile() },
                microphone: { await microphone.currentGrant() }),
            compress: {
                Task { @MainActor in
                    _ = DesktopPrograms.start([
                        DataLocation.program, "--" + LaunchOptions.compressVideosOption,
                    ])
                }
            })
        return AppEnvironment(
            capture: service, photos: photos, recording: recorder, roll: roll, judge: SharpnessJudge(),
            consent: permission, microphone: microphone, library: library,
            screenshots: screenshots, presence: presence,
            codes: CodeReader(
                folderNames: screenshotFolders, library: screenshots.pictures,
                permission: { await screenshots.grantForOneLook() }),
            level: SystemLevelSensor(), diagnosis: diagnosis(beside: service), graphics: graphics,
            settings: settings, testScene: testScene, version: tintypeVersion,
            asksForCamera: askedFor?.id != .testScene,
            startCamera: { [permission] in
                if askedFor?.id == .testScene, let askedFor { service.select(askedFor) }
                if let grant = permission.currentGrant() { service.allow(grant) }
            },
            startRest: { microphone.start() },
            useCamera: { [cameras, testScene] word in
                // Any program of the session can send it: a path is opened only if a camera is there.
                guard !word.hasPrefix("/") || cameras.scanNodes().meant(by: word) != nil else { return }
                cameras.ask(for: word)
                service.select(
                    word == CameraID.testScene.rawValue ? testScene : cameras.camera(meantBy: word))
            },
            forgetAll: { [permission, settings] in
                permission.forget()
                microphone.forget()
                library.forget()
                screenshots.forget()
                settings?.resetAll()
            })
    }

    /// Shows the window until it is closed, and closes the camera.
    private func run(_ application: TintypeApplication, _ service: CaptureService) -> Int32 {
        guard TintypeApplication.hasDisplay || isShownElsewhere else {
            Self.close(service, within: .seconds(2))
            Standard.complain(
                tr("there is no display for a window. tintype --shoot takes a photo without one."))
            return 1
        }
        let status = application.run(
            CommandLineReader.words.prefix(1) + options.remaining, camera: askedFor?.id.rawValue,
            pressesShutter: options.pressesShutter)
        Self.close(service, within: .seconds(2))
        Settings.sync()
        return status
    }

    /// Whether a window is open on a display that this terminal does not know; it can still be asked to show itself.
    private var isShownElsewhere: Bool {
        (try? BusConnection.session())?.isTakenByAnother(TintypeApplication.id) == true
    }

    /// The possible names of the screenshots folder: in English, in Tintype's translation, and in GNOME's, which
    /// creates it.
    private var screenshotFolders: [String] {
        // Translators: the folder in Pictures that the desktop puts screenshots into; exactly its name.
        let names = ["Screenshots", tr("Screenshots"), translated("Screenshots", by: "gnome-shell")]
        return names.reduce(into: []) { if !$0.contains($1), !$1.contains("/") { $0.append($1) } }
    }

    /// Asks for the permission and opens the camera while GTK builds the window, so that the first picture waits for
    /// nothing else.
    private func startCameraEarly(_ service: CaptureService, _ desktop: DesktopCheck) {
        let permission = permission
        permission.observe { _ in
            guard let grant = permission.currentGrant() else { return service.revoke() }
            // A second instance can receive this before GApplication.run returns; it must not open the camera.
            if TintypeApplication.isFirst { service.allow(grant) }
        }
        let check = permission.earlyCheck()
        Blocking.start {
            let bus = try? BusConnection.session()
            desktop.start(bus)
            // A second Tintype only activates the first one; it must not take its camera.
            if let bus, bus.isTakenByAnother(TintypeApplication.id) { return }
            if let grant = check.run(bus) { service.allow(grant) }
        }
        permission.start()
    }

    /// Waits until the camera is closed, but not for a hanging driver.
    private nonisolated static func close(_ service: CaptureService, within limit: DispatchTimeInterval) {
        let closed = DispatchSemaphore(value: 0)
        service.stop()
        service.afterwards { closed.signal() }
        _ = closed.wait(timeout: .now() + limit)
    }
}

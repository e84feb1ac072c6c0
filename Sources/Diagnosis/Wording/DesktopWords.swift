// SPDX-License-Identifier: GPL-3.0-or-later
internal import Platform

/// The words about the desktop and its permissions.
enum DesktopWords {
    static func words(for finding: DesktopFinding) -> FindingWords {
        switch finding {
        case .bus(true): (tr("There is a session bus."), nil)
        case .bus(false):
            (
                tr("There is no session bus, so Tintype keeps its permissions in its own settings."),
                tr("Start Tintype from a desktop session, or through dbus-run-session.")
            )
        case .sandbox(true): (tr("Tintype runs in a sandbox: the desktop gives it its cameras."), nil)
        case .sandbox(false): (tr("Tintype runs outside of a sandbox."), nil)
        case .service(let service, let presence, let isNeeded): words(for: service, presence, isNeeded)
        case .media(let result): words(for: result)
        case .graphics(let use): words(for: use)
        }
    }

    private static func words(for graphics: GraphicsUse) -> FindingWords {
        switch graphics {
        case .noGPU: (tr("Tintype draws without a GPU: there is none that this account may use."), nil)
        case .used: (tr("A GPU draws Tintype’s window."), nil)
        case .failed:
            (
                tr("Tintype draws without the GPU, which showed nothing when it was tried."),
                tr("It is tried again after an update. To try now, type: GSK_RENDERER=gl tintype")
            )
        case .software: (tr("Tintype draws without a GPU: the one that was found is only software."), nil)
        }
    }

    private static func words(
        for service: DesktopService, _ presence: ServicePresence, _ isNeeded: Bool
    ) -> FindingWords {
        let name = name(of: service)
        switch presence {
        case .running: return (tr("%s runs.").filling("%s", with: name), nil)
        case .startable: return (tr("%s starts when it is needed.").filling("%s", with: name), nil)
        case .silent:
            return (
                tr("%s runs, but does not answer.").filling("%s", with: name),
                tr("Log out and in again. If that does not help, restart the computer.")
            )
        case .absent:
            let summary = tr("%s is not there.").filling("%s", with: name)
            if isNeeded { return (summary, tr("Install xdg-desktop-portal and a backend for your desktop.")) }
            switch service {
            case .permissionStore:
                let meaning = tr("Tintype keeps its permissions in its own settings.")
                return (summary + " " + meaning, nil)
            case .cameraPortal, .settingsPortal:
                return (summary + " " + tr("Outside of a sandbox nobody needs it."), nil)
            }
        }
    }

    private static func name(of service: DesktopService) -> String {
        switch service {
        case .permissionStore: tr("The desktop’s permission store")
        case .cameraPortal: tr("The desktop’s camera portal")
        case .settingsPortal: tr("The desktop’s settings portal")
        }
    }

    private static func words(for result: DesktopFinding.MediaResult) -> FindingWords {
        switch result {
        case .connected: (tr("PipeWire offers cameras."), nil)
        case .noCameras:
            (
                tr("PipeWire offers no camera."),
                tr("Plug in a camera. If there is one, make sure that WirePlumber runs.")
            )
        case .notAllowed:
            (
                tr("PipeWire was not asked, because the camera is not allowed."),
                tr("Start Tintype and press “Allow Camera…”.")
            )
        case .refused:
            (
                tr("The desktop gives no connection to the cameras."),
                tr("Allow the camera for Tintype in the desktop’s settings.")
            )
        case .unreachable:
            (
                tr("PipeWire can’t be reached."),
                tr("Make sure that it runs: systemctl --user restart pipewire wireplumber")
            )
        }
    }

    static func words(for finding: PermissionFinding) -> FindingWords {
        switch finding {
        case .camera(let answer, let isSandboxed): words(for: answer, isSandboxed)
        case .lockdown(false): (tr("The camera is not turned off for this computer."), nil)
        case .lockdown(true):
            (
                tr("The camera is turned off for this whole computer."),
                tr("Turn it on in the desktop’s privacy settings.")
            )
        case .library(let result): words(for: result)
        }
    }

    private static func words(for answer: PermissionFinding.Answer, _ isSandboxed: Bool) -> FindingWords {
        switch answer {
        case .allowed: (tr("Tintype may use the camera."), nil)
        case .notAsked:
            (
                tr("It is not decided yet whether Tintype may use the camera, so no camera was touched."),
                isSandboxed
                    ? tr("Start Tintype and press “Allow Camera…”.")
                    : tr("Start Tintype and allow it, or type: tintype --allow-camera")
            )
        case .denied:
            (
                tr("Tintype may not use the camera, so no camera was touched."),
                isSandboxed
                    ? tr("Allow the camera for Tintype in the desktop’s settings.")
                    : tr("Allow it in Tintype’s preferences under Privacy, or type: tintype --allow-camera")
            )
        case .overruled:
            (tr("You can’t allow the camera yourself right now; see the problem."), nil)
        }
    }

    private static func words(for result: PermissionFinding.LibraryResult) -> FindingWords {
        switch result {
        case .allowed: (tr("Tintype may save photos to the photo library."), nil)
        case .limited: (tr("Tintype may save photos to one folder, which you chose."), nil)
        case .notAsked: (tr("Tintype asks with the first photo where photos may go."), nil)
        case .denied:
            (
                tr("Tintype may not save photos to the photo library. They are kept until it may."),
                tr("Allow it in Tintype’s preferences under Privacy.")
            )
        case .restricted:
            (
                tr("Saving is turned off for this whole computer."),
                tr("Someone who looks after this computer can change that.")
            )
        }
    }
}

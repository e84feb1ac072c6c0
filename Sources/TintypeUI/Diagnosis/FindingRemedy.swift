// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Diagnosis

/// Tintype's own remedy for a finding, on a button beside it.
enum FindingRemedy: Equatable {
    /// Asks for the camera.
    case allowCamera
    /// Opens the preferences on privacy.
    case openPreferences
    /// Opens the desktop's own settings, if it has any.
    case openDesktopSettings
    /// Opens the camera once more.
    case tryAgain
    /// Lets photos go to another folder.
    case chooseFolder
    /// Saves new photos as JPEG.
    case useJPEG

    /// - Returns: nil if nothing is wrong, or if only the person can do something.
    init?(for finding: Finding) {
        guard finding.status != .ok else { return nil }
        switch finding.matter {
        case .permission(let permission): self.init(for: permission)
        case .camera(_, .stream(let verdict)): self.init(for: verdict)
        case .encoder(.heicViewer): self = .useJPEG
        case .folder(let folder): self.init(for: folder)
        case .desktop, .node, .camera, .encoder: return nil
        }
    }

    private init?(for finding: PermissionFinding) {
        switch finding {
        case .camera(.notAsked, _): self = .allowCamera
        case .camera(.denied, isSandboxed: true), .lockdown: self = .openDesktopSettings
        case .camera(.denied, isSandboxed: false), .library(.denied): self = .openPreferences
        case .camera(.allowed, _), .camera(.overruled, _), .library: return nil
        }
    }

    private init?(for verdict: StreamVerdict) {
        switch verdict {
        case .stalled, .broken, .hung: self = .tryAgain
        case .failed(let error):
            switch error.code {
            case .busy, .gone, .stalled, .noSource, .noBandwidth, .controlRefused, .crashes,
                .failed:
                self = .tryAgain
            case .notAllowed, .unsupportedFormat, .decoderMissing: return nil
            }
        case .odd(.black, _), .odd(.still, _): self = .tryAgain
        case .good, .goodHere, .slow, .flawed, .uneven, .odd, .skipped: return nil
        }
    }

    /// The folder for unfinished photos is not the person's to choose.
    private init?(for finding: FolderFinding) {
        guard finding.purpose == .library, finding.result != .nearlyFull else { return nil }
        self = .chooseFolder
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import Dispatch
internal import Glibc
internal import Permissions
internal import Platform

/// The camera of a command without a window: the one that was asked for, or else the first that works, with colours if
/// there is one: the one that a window shows. A stream that fails is started again as in a window, too.
///
///     var camera = CommandCamera(found, grant: grant)
///     let frame = try camera.use(cameras) { device, progress throws(CameraError) in
///         try SettledFrame.take(from: device) { progress.hasStreamed = true }
///     }
struct CommandCamera {
    /// How far a command came with a camera that failed.
    struct Progress {
        /// Whether it streamed. What can't be started is not started again.
        var hasStreamed = false
        /// Whether it sent enough pictures for earlier faults to be over. A crash after them is not the camera's.
        var isProven = false { didSet { if isProven { notes?.end() } } }
        /// Whether what has begun can't go on with another camera.
        var isBound = false
        fileprivate var notes: OpeningNotes?
    }

    /// The one in use, or to be tried first.
    private(set) var info: CameraInfo
    /// Tried in this order; offered where the camera was named.
    private var others: ArraySlice<CameraInfo>
    private let isNamed: Bool
    /// nil for the test scene, which takes none.
    let grant: CameraGrant?
    private let notes: OpeningNotes?

    /// - Parameters:
    ///   - others: tried after it, unless the person named it: then they are offered.
    ///   - notes: tell which cameras Tintype has crashed with; nil if there is no place for that.
    init(
        _ info: CameraInfo, others: ArraySlice<CameraInfo> = [], isNamed: Bool, grant: CameraGrant?,
        notes: OpeningNotes?
    ) {
        (self.info, self.others, self.isNamed) = (info, others, isNamed)
        (self.grant, self.notes) = (grant, notes)
    }

    /// Does something with the camera, as `SystemCameras.use`; where that fails, once more if it streamed, or else, if no camera
    /// was named, with the next.
    ///
    /// - Throws: the error of `info`: of the first camera that failed, but for those in formats that can't be shown.
    mutating func use<Result>(
        _ cameras: SystemCameras,
        _ body: (any CameraDevice, inout Progress) throws(CameraError) -> Result
    ) throws(CameraError) -> Result {
        var hasMakeshift = false
        var failed: (info: CameraInfo, error: CameraError)?
        var (restarts, isBound) = (0, false)
        while true {
            let isLast = isNamed || others.isEmpty
            var isGrey = false
            var progress = Progress(isBound: isBound, notes: notes)
            do throws(CameraError) {
                let result = try open(cameras) { device throws(CameraError) in
                    isGrey = device.isColourless
                    guard isGrey, !isLast, !isBound else { return try body(device, &progress) }
                    device.close()
                    throw CameraError(.unsupportedFormat, step: "looking for colours")
                }
                if let failed { Self.saySkipped(failed.info, for: info) }
                return result
            } catch {
                isBound = progress.isBound
                if progress.isProven { restarts = 0 }
                if progress.hasStreamed || isBound,
                    let pause = SessionMachine.restartDelay(after: error, restarts: restarts)
                {
                    restarts += 1
                    poll(nil, 0, Int32(pause / .milliseconds(1)))
                    continue
                }
                if isBound { throw error }
                if failed == nil, error.code != .unsupportedFormat { failed = (info, error) }
                guard !isLast, let next = others.popFirst() else {
                    guard let failed else { throw error }
                    info = failed.info
                    throw failed.error
                }
                // The first one without colours is taken if none has any.
                if isGrey, !hasMakeshift {
                    others.append(info)
                    hasMakeshift = true
                }
                (info, restarts) = (next, 0)
            }
        }
    }

    private func open<Result>(
        _ cameras: SystemCameras, _ body: (any CameraDevice) throws(CameraError) -> Result
    ) throws(CameraError) -> Result {
        if info.id != .testScene, let notes {
            guard isNamed || !notes.areBad(info.id.rawValue) else {
                throw CameraError(.crashes, step: "earlier openings")
            }
            notes.begin(info.id.rawValue)
        }
        defer { notes?.end() }
        return try cameras.use(info, grant: grant, body)
    }

    /// From now on a person who ends the command is not taken for a crash of the camera's.
    func forgetWhenInterrupted() {
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
            source.setEventHandler { [notes] in
                notes?.end()
                signal(number, SIG_DFL)
                kill(getpid(), number)
                // Keeps it until then.
                source.cancel()
            }
            source.resume()
        }
    }

    /// Says why the camera can't be used, and which others there are if it was the person's choice.
    func complain(_ error: CameraError) {
        Standard.complain(CameraWording.explanation(of: error, info))
        let names = others.filter { $0.id != info.id }.map(\.name)
        guard isNamed, !names.isEmpty else { return }
        Standard.complain(
            // Translators: %s is a list of cameras; --camera=NAME is typed as it is.
            tr("there are other cameras: %s. Choose one with --camera=NAME.")
                .filling("%s", with: names.joined(separator: ", ")))
    }

    private static func saySkipped(_ failed: CameraInfo, for used: CameraInfo) {
        Standard.complain(
            tr("%1$s does not work. This is %2$s.")
                .filling("%2$s", with: used.name).filling("%1$s", with: failed.name))
    }
}

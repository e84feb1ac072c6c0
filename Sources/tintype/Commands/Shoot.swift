// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import CaptureService
internal import Dispatch
internal import Permissions
internal import Photos
internal import Platform
internal import TintypeUI

/// `tintype --shoot[=FILE] [--focus=X,Y]`: one photo without a window.
enum Shoot {
    /// - Parameters:
    ///   - camera: takes the photo.
    ///   - file: where to; nil means the library.
    ///   - focus: where to focus first; nil leaves that to the camera.
    ///   - library: the right to save to the library.
    ///   - saving: the right to save at all; nil if that is turned off.
    static func run(
        _ cameras: SystemCameras, _ camera: CommandCamera, file: String?,
        focus: PointOfInterest?, library: LibraryGrant?, saving: SavingGrant?, preferences: Preferences
    ) -> Int32 {
        guard let saving else {
            Standard.complain(SaveWording.reason(for: SaveError(.restricted, path: file ?? "")))
            return 1
        }
        camera.forgetWhenInterrupted()
        var tried = camera
        let (frame, measured): (Frame, MeasuredSettings)
        do throws(CameraError) {
            (frame, measured) = try tried.use(cameras) { device, progress throws(CameraError) in
                try take(from: device, focus) { progress.hasStreamed = true }
            }
        } catch {
            tried.complain(error)
            return 1
        }
        let camera = tried.info
        if frame.isDamaged { Standard.complain(CameraWording.damagedPictures(from: camera)) }
        CameraWording.complainIfBlack(frame, of: camera)
        // An extension that asks for another format overrides Preferences.
        let format = file.flatMap(PhotoFormat.init(fileName:)) ?? preferences.photoFormat
        let shot = Shot(
            frame: frame, time: WallTime(at: frame.captured), camera: camera, mode: .automatic,
            format: format, quality: preferences.photoQuality, measured: measured,
            framing: preferences.photoFraming(of: frame.layout.size, camera))
        return save(shot, file, library, saving)
    }

    /// A failed focus still gives a photo, with a message.
    private static func take(
        from device: any CameraDevice, _ focus: PointOfInterest?, onStart: () -> Void
    ) throws(CameraError) -> (Frame, MeasuredSettings) {
        guard let focus else {
            return (try SettledFrame.take(from: device, onStart: onStart), MeasuredSettings())
        }
        let focused = try FocusedFrame.take(from: device, focusedOn: focus, onStart: onStart)
        let name = device.info.name
        switch focused.indicator {
        case .failed: Standard.complain(tr("%s couldn’t focus there.").filling("%s", with: name))
        case .fixed: Standard.complain(tr("%s has a fixed focus.").filling("%s", with: name))
        case .none, .hunting, .locked: break
        }
        return (focused.frame, focused.measured)
    }

    private static func save(
        _ shot: Shot, _ file: String?, _ library: LibraryGrant?, _ saving: SavingGrant
    ) -> Int32 {
        switch wait(for: shot, file, library, saving) {
        case .success(let photo):
            if photo.format != shot.format {
                Standard.complain(tr("HEIC can’t be made on this computer; the photo is a JPEG."))
            }
            Standard.print(photo.path)
            return 0
        case .failure(let error):
            Standard.complain(SaveWording.reason(for: error))
            return 1
        }
    }

    /// A command may block; the work is on the library's own threads.
    private static func wait(
        for shot: Shot, _ file: String?, _ grant: LibraryGrant?, _ saving: SavingGrant
    ) -> Result<SavedPhoto, SaveError> {
        let library = SystemLibrary.make(saving: { saving }, grant: { grant })
        let outcome = Outcome<Result<SavedPhoto, SaveError>>()
        Task.detached {
            do throws(SaveError) {
                let target = file.map { PhotoTarget.file($0) } ?? .library
                outcome.set(.success(try await library.save(.memory(shot), to: target)))
            } catch {
                outcome.set(.failure(error))
            }
        }
        return outcome.wait()
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Glibc
internal import Platform

/// Gives photos to other programs: by the clipboard, as another file, by mail, in a file manager, in a viewer.
final class PhotoSharing {
    /// Words for a short message.
    var onMessage: (String) -> Void = { _ in }

    private let window: OpaquePointer
    private let roll: any PhotoBrowsing
    private let library: any LibraryConsenting

    init(window: OpaquePointer, _ roll: any PhotoBrowsing, _ library: any LibraryConsenting) {
        (self.window, self.roll, self.library) = (window, roll, library)
    }

    /// Puts a photo on the clipboard: as a file, and as an image in the kinds that other programs take.
    func copy(_ entry: LibraryEntry) {
        Task { [weak self, roll] in
            var images: [(String, [UInt8])] = []
            let isHEIC = entry.name.lowercased().hasSuffix(".heic")
            let kinds: [(ExportKind, String)] = [(.png, "image/png"), (.jpeg, "image/jpeg")]
            for (kind, type) in kinds + (isHEIC ? [(.heic, "image/heic")] : []) {
                do throws(SaveError) {
                    images.append((type, try await roll.bytes(of: entry, as: kind)))
                } catch {
                    Log(domain: "ui").warning("\(entry.path) not copied as \(kind)", .errno(error.underlying))
                }
            }
            self?.put(entry, images)
        }
    }

    private func put(_ entry: LibraryEntry, _ images: [(type: String, bytes: [UInt8])]) {
        guard !images.isEmpty else { return onMessage(tr("The photo couldn’t be copied")) }
        var providers: [UnsafeMutablePointer<GdkContentProvider>?] = images.map { image in
            let bytes = g_bytes_new(image.bytes, gsize(image.bytes.count))
            defer { g_bytes_unref(bytes) }
            return gdk_content_provider_new_for_bytes(image.type, bytes)
        }
        let file = FileContent.provider(entry.path)
        // The union takes over each of them.
        g_object_ref(file.raw.untyped)
        providers.append(UnsafeMutablePointer(file.raw))
        let all = gdk_content_provider_new_union(&providers, gsize(providers.count))
        gdk_clipboard_set_content(gtk_widget_get_clipboard(window.widget), all)
        g_object_unref(UnsafeMutableRawPointer(all))
        onMessage(tr("Photo copied"))
    }

    func saveAs(_ entry: LibraryEntry) {
        guard library.access != .restricted else {
            return onMessage(tr("Saving is turned off for this whole computer."))
        }
        Task { [weak self, window, roll] in
            guard let target = await FileDialogs.saveAs(over: window, fileName: entry.name) else { return }
            do throws(SaveError) {
                try await roll.export(entry, to: target)
            } catch {
                Log(domain: "ui").warning(
                    "\(error.path) not written: \(error.code)", .errno(error.underlying))
                self?.onMessage(SaveWording.failedCopy(error, isVideo: entry.isVideo))
            }
        }
    }

    /// Begins a message in the person's mail program.
    func send(_ entry: LibraryEntry, by mail: MailPortal) {
        Task { [weak self, roll] in
            do throws(SaveError) {
                let file = try await roll.attachment(of: entry)
                defer { close(file) }
                switch await mail.compose(attaching: file) {
                case .granted, .refused: break
                case .failed(let reason): self?.noMail(reason)
                case .error(let error): self?.noMail(error.message)
                }
            } catch {
                Log(domain: "ui").warning(
                    "\(error.path) not attached: \(error.code)", .errno(error.underlying))
                // Translators: to a mail.
                self?.onMessage(
                    entry.isVideo
                        ? tr("The video couldn’t be attached") : tr("The photo couldn’t be attached"))
            }
        }
    }

    private func noMail(_ reason: String) {
        Log(domain: "ui").warning("no mail program: \(reason)")
        onMessage(tr("No mail program could be opened"))
    }

    func showInFiles(_ path: String) {
        attempt(tr("No file manager could be opened")) { () throws(GLibError) in
            try await PhotoOpener.showInFiles(path)
        }
    }

    func open(_ path: String) {
        attempt(Self.notOpened(path)) { () throws(GLibError) in
            try await PhotoOpener.open(path)
        }
    }

    func openWith(_ path: String) {
        PhotoOpener.choose(path, over: window) { [weak self] error in
            self?.failed(Self.notOpened(path), error)
        }
    }

    private static func notOpened(_ path: String) -> String {
        let isVideo = VideoName.isOne(path)
        return isVideo ? tr("No program could open the video") : tr("No program could open the photo")
    }

    private func failed(_ message: String, _ error: GLibError) {
        Log(domain: "ui").warning(error.message, .error(error))
        onMessage(message)
    }

    /// - Parameter failure: the message if it fails.
    private func attempt(_ failure: String, _ body: @escaping @MainActor () async throws(GLibError) -> Void) {
        Task { [weak self] in
            do throws(GLibError) {
                try await body()
            } catch {
                self?.failed(failure, error)
            }
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Imaging
import Platform
import Synchronization

/// The desktop's thumbnails, which file managers share (freedesktop.org, Thumbnail Managing Standard 0.9).
///
/// Nothing in it is trusted: any program writes there. Thread-safe. Blocks as disks do.
struct ThumbnailCache: Sendable {
    /// As in `~/.cache/thumbnails`.
    let path: String
    let log: PhotoLog

    /// The squares that thumbnails fit into.
    enum Size: String {
        case large
        case xxLarge = "xx-large"

        /// In pixels.
        var square: PixelSize {
            switch self {
            case .large: PixelSize(width: 256, height: 256)
            case .xxLarge: PixelSize(width: 1024, height: 1024)
            }
        }

        /// Four bytes a pixel, before they are compressed.
        fileprivate var maximumBytes: Int { square.area * 4 }
    }

    private static let software = "Tintype"
    private static let allSizes = ["normal", "large", "x-large", "xx-large"]

    /// The thumbnail of a file's present content; nil if there is none.
    func thumbnail(of path: String, _ status: FileStatus, _ size: Size = .large) -> DecodedPhoto? {
        do throws(PhotoFault) {
            let uri = FileURI.of(path)
            guard let bytes = read(ThumbnailName.fileName(ofURI: uri), size) else { return nil }
            return try bytes.with { (bytes) throws(PhotoFault) in
                let texts = PNGChunks.texts(bytes)
                guard texts["Thumb::URI"] == uri, texts["Thumb::MTime"] == Self.seconds(status),
                    texts["Thumb::Size"].map({ $0 == String(status.size) }) ?? true,
                    // A picture shown as the photo itself must have its exact colours.
                    size == .large || texts["Software"] == Self.software
                else { return nil }
                let picture = try PhotoDecoder.photo(bytes, fitting: size.square)
                return picture.with(fullSize: Self.fullSize(texts) ?? picture.fullSize)
            }
        } catch {
            return nil
        }
    }

    private func read(_ name: String, _ size: Size) -> FileBytes? {
        do throws(SystemFault) {
            let folder = Descriptor(owning: try system_openFolder(path + "/" + size.rawValue))
            let file = Descriptor(owning: try system_openToRead(name, in: folder.number))
            let status = try system_status(file.number)
            guard status.kind == .file, (1...size.maximumBytes).contains(status.size) else { return nil }
            var bytes = FileBytes(capacity: status.size)
            try bytes.fill(from: file)
            return bytes
        } catch {
            return nil
        }
    }

    /// Stores a thumbnail. If that fails, it is made again when needed.
    ///
    /// The file may have been turned since `status` was taken, which changes neither its size nor its modification time,
    /// so that the thumbnail would count as current. Turning replaces the file and then calls `forget`. The check below
    /// comes after the thumbnail has its name: if it still finds the old file, that call comes later and removes the
    /// thumbnail.
    func keep(_ picture: DecodedPhoto, of path: String, _ status: FileStatus, _ size: Size = .large) {
        let uri = FileURI.of(path)
        do throws(ImagingError) {
            let texts = [
                ("Thumb::URI", uri), ("Thumb::MTime", Self.seconds(status)),
                ("Thumb::Size", String(status.size)),
                ("Thumb::Image::Width", String(picture.fullSize.width)),
                ("Thumb::Image::Height", String(picture.fullSize.height)), ("Software", Self.software),
            ]
            let bytes = try PhotoExporter.png(picture, texts: texts.map { ("tEXt::" + $0.0, $0.1) })
            try? write(bytes, as: ThumbnailName.fileName(ofURI: uri), size)
            let now = (try? system_status(of: path)) ?? nil
            if now?.identity != status.identity || now?.changed != status.changed { forget(path) }
        } catch {
            log("thumbnail of \(path) can't be encoded: \(error)", nil)
        }
    }

    private func write(_ bytes: [UInt8], as name: String, _ size: Size) throws {
        let folder = try Folder.openOrMake(path + "/" + size.rawValue, mode: 0o700)
        Self.tidy(folder)
        let part = TemporaryFile.name(for: EntryName.newRun())
        let file = Descriptor(owning: try TemporaryFile.openNew(part, in: folder.number, mode: 0o600))
        do throws(SystemFault) {
            try file.write(all: bytes)
            try system_rename(part, to: name, in: folder.number)
        } catch {
            system_unlink(part, in: folder.number)
            throw error
        }
    }

    /// The folders that were tidied: once a run, as others' thumbnails are many.
    private static let tidied = Mutex<Set<String>>([])

    /// Removes what a run left that ended while it wrote.
    private static func tidy(_ folder: borrowing Folder) {
        let path = folder.path
        guard tidied.withLock({ $0.insert(path).inserted }) else { return }
        TemporaryFile.removeLeft(in: folder)
    }

    /// Removes the thumbnails of a file whose content changed but not its modification time.
    func forget(_ path: String) {
        let name = ThumbnailName.fileName(ofURI: FileURI.of(path))
        for size in Self.allSizes {
            guard let number = try? system_openFolder(self.path + "/" + size) else { continue }
            let folder = Descriptor(owning: number)
            system_unlink(name, in: folder.number)
        }
    }

    private static func seconds(_ status: FileStatus) -> String {
        let seconds = status.modified / 1_000_000_000
        return String(status.modified % 1_000_000_000 < 0 ? seconds - 1 : seconds)
    }

    private static func fullSize(_ texts: [String: String]) -> PixelSize? {
        guard let width = texts["Thumb::Image::Width"].flatMap({ Int($0) }),
            let height = texts["Thumb::Image::Height"].flatMap({ Int($0) }),
            (1...1_000_000).contains(width), (1...1_000_000).contains(height)
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}

extension DecodedPhoto {
    /// The same pixels, of a photo of this size.
    fileprivate func with(fullSize: PixelSize) -> DecodedPhoto {
        DecodedPhoto(
            size: size, fullSize: fullSize, stride: stride, isWhole: isWhole, pixels: pixels,
            release: { withExtendedLifetime(self) {} })
    }
}

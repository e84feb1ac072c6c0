// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Glibc
internal import Platform

/// Reads the library's videos with GStreamer.
public struct VideoReader: VideoReading {
    public init() {}

    public func poster(_ path: String, fitting size: PixelSize) throws(PhotoFault) -> DecodedPhoto {
        do throws(MediaFault) { return try VideoFacts.poster(path, fitting: size) } catch {
            throw PhotoFault(error)
        }
    }

    public func length(_ path: String) -> Duration? {
        guard let facts = try? VideoFacts.read(path), facts.duration > .zero else { return nil }
        return facts.duration
    }

    public func player(_ path: String, fitting size: PixelSize) throws(PhotoFault) -> any VideoPlaying {
        do throws(MediaFault) { return try VideoPlayer(path, fitting: size) } catch {
            throw PhotoFault(error)
        }
    }
}

extension PhotoFault {
    /// Why a video can't be shown or played.
    init(_ fault: MediaFault) {
        Log(domain: "media").warning("a video can't be shown: \(fault)")
        switch fault.code {
        case .libraryMissing:
            self = .decoderMissing(coding: nil, package: MediaLibrary.package(of: "decodebin"))
        case .elementMissing(let package): self = .decoderMissing(coding: nil, package: package)
        case .decoderMissing(let coding, let package):
            self = .decoderMissing(coding: coding, package: package)
        case .noPictures: self = .unknownKind
        case .timedOut: self = .failed(ETIMEDOUT)
        case .inputOutput, .noSpace, .fileTooLarge: self = .failed(EIO)
        case .damaged, .nothingRecorded, .failed: self = .damaged
        }
    }
}

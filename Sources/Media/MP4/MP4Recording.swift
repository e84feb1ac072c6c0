// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGStreamerLoader

/// A recording in fragments, as `mp4mux` writes it: what each sample is and where.
///
/// Everything in it may be damaged: only whole samples that lie within the file are taken.
struct MP4Recording {
    struct Sample {
        var offset: Int
        var size: UInt32
        /// When it is decoded, in the track's units; it is shown `delay` later.
        var time: Int64
        var duration: UInt32
        var delay: Int32
        var isKey: Bool
    }

    struct Track {
        let box: MP4Box
        let number: UInt32
        let isSound: Bool
        /// Units per second.
        let timescale: UInt32
        fileprivate let defaults: SampleDefaults
        var samples: [Sample] = []
        /// When the next fragment begins, unless it says so itself.
        fileprivate var end: Int64 = 0
    }

    /// Values for samples whose fragment does not give them.
    fileprivate struct SampleDefaults {
        var duration: UInt32
        var size: UInt32
        var flags: UInt32
    }

    /// The box that describes the tracks.
    let movie: MP4Box
    private(set) var tracks: [Track]
    /// Where the last whole box ends.
    private(set) var end: Int
    /// Where that box begins; samples come behind it.
    let start: Int

    /// Bytes. No valid fragment has a longer description.
    private static let limit = 1 << 26

    /// - Parameters:
    ///   - isGrowing: whether the file is still being written: an incomplete fragment is left for `follow`.
    ///   - earlier: what was read of the same file before; its samples are not read again.
    /// - Returns: nil if the file does not even say which tracks it has.
    /// - Throws: `inputOutput`.
    init?(
        _ file: OwnedDescriptor, isGrowing: Bool = false, after earlier: MP4Recording? = nil
    ) throws(MediaFault) {
        let size = file.size
        var place = 0
        while let header = try Self.header(file, place), header.count <= size - place, header.type != "moov" {
            place += header.count
        }
        guard let header = try Self.header(file, place), header.type == "moov",
            header.count <= min(Self.limit, size - place),
            let movie = MP4Box(in: MP4Bytes(try file.bytes(at: place, count: header.count)), at: 0)
        else { return nil }
        self.movie = movie
        tracks = Self.tracks(movie)
        (start, end) = (place, place + header.count)
        if let earlier, earlier.end <= size { take(earlier) }
        try read(file, isGrowing: isGrowing)
    }

    /// Reads what was written since.
    ///
    /// - Throws: `inputOutput`; what was read before it counts.
    mutating func follow(_ file: OwnedDescriptor) throws(MediaFault) { try read(file, isGrowing: true) }

    /// Whether it has an index, as every ordinary file.
    var isFinished: Bool { movie.body.first("mvex") == nil }

    /// How players turn the pictures, in GStreamer's words for a videoflip's direction.
    var direction: String {
        guard let header = tracks.first(where: { !$0.isSound })?.box.body.first("tkhd") else {
            return "identity"
        }
        // The matrix and the size are the last 44 bytes; a, b, u, c and d come first.
        let matrix = header.body.from(header.body.count - 44)
        let signs = [0, 4, 12, 16].map { Int32(bitPattern: matrix.word(at: $0)).signum() }
        return switch (signs[0], signs[1], signs[2], signs[3]) {
        case (-1, 0, 0, 1): "horiz"
        case (1, 0, 0, -1): "vert"
        case (-1, 0, 0, -1): "180"
        case (0, 1, -1, 0): "90r"
        case (0, -1, 1, 0): "90l"
        case (0, 1, 1, 0): "ul-lr"
        case (0, -1, -1, 0): "ur-ll"
        default: "identity"
        }
    }

    private static func header(_ file: OwnedDescriptor, _ place: Int) throws(MediaFault) -> MP4Header? {
        MP4Header(MP4Bytes(try file.bytes(at: place, count: 16)))
    }

    private mutating func take(_ earlier: MP4Recording) {
        for index in tracks.indices {
            guard let same = earlier.tracks.first(where: { $0.number == tracks[index].number }) else {
                continue
            }
            (tracks[index].samples, tracks[index].end) = (same.samples, same.end)
        }
        end = earlier.end
    }

    private mutating func read(_ file: OwnedDescriptor, isGrowing: Bool) throws(MediaFault) {
        let size = file.size
        while let header = try Self.header(file, end) {
            guard header.count <= size - end else {
                // The last fragment's samples may be incomplete.
                if header.type == "mdat", !isGrowing { end = size }
                return
            }
            if header.type == "moof" {
                if isGrowing, try !hasSamples(file, at: end + header.count, size) { return }
                if header.count <= Self.limit {
                    add(MP4Bytes(try file.bytes(at: end, count: header.count)), at: end, size)
                }
            }
            end += header.count
        }
    }

    /// Whether all samples of a fragment are in the file.
    private func hasSamples(
        _ file: OwnedDescriptor, at place: Int, _ size: Int
    ) throws(MediaFault) -> Bool {
        try Self.header(file, place).map { $0.count <= size - place } ?? false
    }

    private static func tracks(_ movie: MP4Box) -> [Track] {
        let extensions = movie.body.first("mvex")?.body.boxes ?? []
        return movie.body.boxes.filter { $0.type == "trak" }.compactMap { box in
            guard let header = box.body.first("tkhd"), let media = box.body.first("mdia"),
                let mediaHeader = media.body.first("mdhd"), let handler = media.body.first("hdlr")
            else { return nil }
            let number = header.fullBody.word(at: header.version == 1 ? 16 : 8)
            let timescale = mediaHeader.fullBody.word(at: mediaHeader.version == 1 ? 16 : 8)
            let trex = extensions.first { $0.type == "trex" && $0.fullBody.word(at: 0) == number }
            guard timescale > 0 else { return nil }
            return Track(
                box: box, number: number, isSound: handler.fullBody.type(at: 4) == "soun",
                timescale: timescale,
                defaults: SampleDefaults(
                    duration: trex?.fullBody.word(at: 8) ?? 0, size: trex?.fullBody.word(at: 12) ?? 0,
                    flags: trex?.fullBody.word(at: 16) ?? 0))
        }
    }

    /// Adds what a fragment describes.
    private mutating func add(_ fragment: MP4Bytes, at start: Int, _ size: Int) {
        for traf in fragment.first("moof")?.body.boxes ?? [] where traf.type == "traf" {
            guard let header = traf.body.first("tfhd"),
                let index = tracks.firstIndex(where: { $0.number == header.fullBody.word(at: 0) })
            else { continue }
            var run = Run(header, tracks[index].defaults, start)
            if let time = traf.body.first("tfdt") {
                let begin = time.fullBody.number(at: 0, time.version == 1 ? 8 : 4)
                tracks[index].end = Int64(clamping: begin)
            }
            for trun in traf.body.boxes where trun.type == "trun" {
                run.read(trun, into: &tracks[index], size)
            }
        }
    }

    /// Reads a fragment's lists of one track.
    private struct Run {
        private var defaults: SampleDefaults
        private let base: Int
        private var offset: Int

        /// - Parameter start: where the fragment's description begins.
        init(_ header: MP4Box, _ defaults: SampleDefaults, _ start: Int) {
            self.defaults = defaults
            let body = header.fullBody
            var (place, base) = (4, start)
            if header.flags & 0x1 != 0 {
                base = Int(clamping: body.number(at: place, 8))
                place += 8
            }
            if header.flags & 0x2 != 0 { place += 4 }
            for (flag, member) in [
                (0x8, \SampleDefaults.duration), (0x10, \SampleDefaults.size), (0x20, \SampleDefaults.flags),
            ] as [(UInt64, WritableKeyPath<SampleDefaults, UInt32>)] where header.flags & flag != 0 {
                self.defaults[keyPath: member] = body.word(at: place)
                place += 4
            }
            (self.base, offset) = (base, base)
        }

        mutating func read(_ trun: MP4Box, into track: inout Track, _ size: Int) {
            let (body, flags) = (trun.fullBody, trun.flags)
            var place = 4
            var firstFlags: UInt32?
            if flags & 0x1 != 0 {
                offset = base &+ Int(Int32(bitPattern: body.word(at: place)))
                place += 4
            }
            if flags & 0x4 != 0 {
                firstFlags = body.word(at: place)
                place += 4
            }
            for _ in 0..<body.word(at: 0) {
                var sample = defaults
                var delay: UInt32 = 0
                if flags & 0x100 != 0 { sample.duration = body.take(&place) }
                if flags & 0x200 != 0 { sample.size = body.take(&place) }
                if flags & 0x400 != 0 { sample.flags = body.take(&place) }
                if flags & 0x800 != 0 { delay = body.take(&place) }
                guard place <= body.count, sample.size > 0, offset >= 0, offset <= size - Int(sample.size)
                else { return }
                track.add(
                    sample, offset, flags: firstFlags ?? sample.flags, Int32(bitPattern: delay))
                firstFlags = nil
                offset += Int(sample.size)
            }
        }
    }
}

extension MP4Recording.Track {
    /// Adds a sample, unless it is earlier than the last one, which means a damaged fragment.
    fileprivate mutating func add(
        _ sample: MP4Recording.SampleDefaults, _ offset: Int, flags: UInt32, _ delay: Int32
    ) {
        // Holds no picture: the one before is shown for longer. No slice of H.264 is so short.
        if !isSound, sample.size == TT_MEDIA_FILLER, !samples.isEmpty {
            samples[samples.count - 1].duration &+= sample.duration
            end += Int64(sample.duration)
            return
        }
        let isLater = samples.last.map { $0.time < end } ?? (end >= 0)
        if isLater, end < 1 << 60 {
            samples.append(
                MP4Recording.Sample(
                    offset: offset, size: sample.size, time: end, duration: sample.duration, delay: delay,
                    // sample_is_non_sync_sample (ISO/IEC 14496-12, 8.8.3.1).
                    isKey: flags & 0x10000 == 0))
            end += Int64(sample.duration)
        }
    }

    /// When the last sample ends.
    var duration: Int64 { samples.last.map { $0.time + Int64($0.duration) } ?? 0 }
}

extension MP4Bytes {
    fileprivate func take(_ place: inout Int) -> UInt32 {
        defer { place += 4 }
        return word(at: place)
    }
}

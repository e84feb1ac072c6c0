// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Glibc

/// The index of an ordinary MP4 file (`moov`), made from a recording in fragments.
struct MP4Index {
    private let recording: MP4Recording
    private let tracks: [MP4Recording.Track]
    private let tags: VideoWriterSettings.Tags
    /// Samples that the sound encoder adds before the first one (encoder delay).
    private let priming: Int
    /// Seconds since 1904-01-01 UTC (ISO/IEC 14496-12, 8.2.2.3); nil keeps the present date.
    private let date: UInt64?
    /// Units per second of the whole film.
    private let timescale: UInt32

    /// - Returns: nil if there is no picture.
    init?(_ recording: MP4Recording, _ tags: VideoWriterSettings.Tags, priming: Int) {
        tracks = recording.tracks.filter { !$0.samples.isEmpty }
        guard tracks.contains(where: { !$0.isSound }),
            let header = recording.movie.body.first("mvhd")
        else { return nil }
        timescale = header.fullBody.word(at: header.version == 1 ? 16 : 8)
        guard timescale > 0 else { return nil }
        (self.recording, self.tags, self.priming) = (recording, tags, priming)
        date = tags.date.map { UInt64(max(0, $0.nanosecondsSince1970 / 1_000_000_000) + 2_082_844_800) }
    }

    var bytes: [UInt8] {
        var writer = MP4Writer()
        writer.box("moov") { moov in
            for box in recording.movie.body.boxes {
                switch box.type {
                case "mvhd":
                    write(header: box, durationAt: (24, 16), duration: filmDuration, to: &moov)
                case "trak":
                    if let track = tracks.first(where: { $0.box.bytes.startIndex == box.bytes.startIndex }) {
                        write(track, to: &moov)
                    }
                case "mvex", "meta": break
                default: moov.copy(box.bytes)
                }
            }
            writeTags(to: &moov)
        }
        return writer.bytes
    }

    private var filmDuration: UInt64 { tracks.map { filmDuration(of: $0) }.max() ?? 0 }

    /// In the film's units.
    private func filmDuration(of track: MP4Recording.Track) -> UInt64 {
        let units = UInt64(max(0, track.duration - delay(of: track)))
        return units.scaled(by: timescale, over: track.timescale)
    }

    /// Samples to leave out at the beginning, in the track's units.
    private func delay(of track: MP4Recording.Track) -> Int64 { track.isSound ? Int64(priming) : 0 }

    /// Copies a header whose two dates come first, with the duration in 4 or 8 bytes, as its version says. Version 0 ends
    /// after half a day, and its last number means an unknown duration: then it becomes version 1.
    private func write(
        header box: MP4Box, durationAt places: (long: Int, short: Int), duration: UInt64,
        to writer: inout MP4Writer
    ) {
        let isLong = box.version == 1 || duration >= UInt64(UInt32.max)
        var body = MP4Editor(box)
        if isLong, box.version == 0 { body.widen(places.short) }
        if let date {
            body.set(date, at: 4, isLong ? 8 : 4)
            body.set(date, at: isLong ? 12 : 8, isLong ? 8 : 4)
        }
        let offset = isLong ? places.long : places.short
        body.set(duration, at: offset, isLong ? 8 : 4)
        writer.box(box.type) { $0.copy(body.bytes) }
    }

    private func write(_ track: MP4Recording.Track, to writer: inout MP4Writer) {
        writer.box("trak") { trak in
            for box in track.box.body.boxes {
                switch box.type {
                case "tkhd": write(trackHeader: box, track, to: &trak)
                case "edts": break
                case "mdia":
                    writeEdits(track, to: &trak)
                    write(media: box, track, to: &trak)
                default: trak.copy(box.bytes)
                }
            }
        }
    }

    private func write(trackHeader box: MP4Box, _ track: MP4Recording.Track, to trak: inout MP4Writer) {
        guard !track.isSound, tags.orientation != .upright else {
            return write(header: box, durationAt: (28, 20), duration: filmDuration(of: track), to: &trak)
        }
        var editor = MP4Editor(box)
        // The matrix and the size are the last 44 bytes.
        let end = editor.bytes.count
        let size = (
            width: Int(box.body.word(at: end - 8) >> 16), height: Int(box.body.word(at: end - 4) >> 16)
        )
        for (index, value) in tags.orientation.matrix(size.width, size.height).enumerated() {
            editor.set(UInt64(UInt32(bitPattern: value)), at: end - 44 + 4 * index, 4)
        }
        var turned = MP4Writer()
        turned.box("tkhd") { $0.copy(editor.bytes) }
        guard let box = MP4Box(in: MP4Bytes(turned.bytes), at: 0) else { return }
        write(header: box, durationAt: (28, 20), duration: filmDuration(of: track), to: &trak)
    }

    /// Says when the track begins, and what of it is left out (ISO/IEC 14496-12, 8.6.6).
    private func writeEdits(_ track: MP4Recording.Track, to trak: inout MP4Writer) {
        let start = UInt64(max(0, track.samples.first?.time ?? 0))
            .scaled(by: timescale, over: track.timescale)
        let delay = delay(of: track)
        guard start > 0 || delay > 0 else { return }
        trak.box("edts") { edts in
            edts.box("elst") { elst in
                // Version 1: times of 8 bytes.
                elst.word(1 << 24)
                elst.word(start > 0 ? 2 : 1)
                if start > 0 {
                    elst.number(start, 8)
                    elst.number(Int64(-1), 8)
                    elst.word(1 << 16)
                }
                let duration = filmDuration(of: track)
                elst.number(duration > start ? duration - start : 0, 8)
                elst.number(delay, 8)
                elst.word(1 << 16)
            }
        }
    }

    private func write(media: MP4Box, _ track: MP4Recording.Track, to trak: inout MP4Writer) {
        trak.box("mdia") { mdia in
            for box in media.body.boxes {
                switch box.type {
                case "mdhd":
                    let units = UInt64(max(0, track.duration - (track.samples.first?.time ?? 0)))
                    write(header: box, durationAt: (24, 16), duration: units, to: &mdia)
                case "minf":
                    mdia.box("minf") { minf in
                        for inner in box.body.boxes {
                            inner.type == "stbl"
                                ? write(table: inner, track, to: &minf) : minf.copy(inner.bytes)
                        }
                    }
                default: mdia.copy(box.bytes)
                }
            }
        }
    }

    private func write(table: MP4Box, _ track: MP4Recording.Track, to minf: inout MP4Writer) {
        let table = MP4SampleTable(track.samples)
        let description = track.box.body.first("mdia")?.body.first("minf")?.body.first("stbl")?.body
            .first("stsd")
        minf.box("stbl") { stbl in
            if let description { stbl.copy(description.bytes) }
            table.write(to: &stbl)
        }
    }

    /// QuickTime's own kind of tags (QuickTime File Format, "Metadata"), which have a place for the time zone.
    private func writeTags(to moov: inout MP4Writer) {
        let tags = [
            ("com.apple.quicktime.creationdate", tags.date?.isoText),
            ("com.apple.quicktime.model", tags.camera),
            ("com.apple.quicktime.software", tags.software),
        ].compactMap { name, value in value.map { (name, $0) } }
        guard !tags.isEmpty else {
            if let old = recording.movie.body.first("meta") { moov.copy(old.bytes) }
            return
        }
        moov.box("meta") { meta in
            meta.fullBox("hdlr") { hdlr in
                hdlr.word(0)
                hdlr.type("mdta")
                hdlr.copy([UInt8](repeating: 0, count: 13))
            }
            meta.fullBox("keys") { keys in
                keys.word(tags.count)
                for (name, _) in tags { keys.box("mdta") { $0.copy(name.utf8) } }
            }
            meta.box("ilst") { list in
                for (index, (_, value)) in tags.enumerated() {
                    list.box(MP4Type(UInt32(index + 1))) { item in
                        item.box("data") { data in
                            // UTF-8, of no particular country.
                            data.word(1)
                            data.word(0)
                            data.copy(value.utf8)
                        }
                    }
                }
            }
        }
    }
}

/// Where the samples of a track are (ISO/IEC 14496-12, 8.6 and 8.7).
private struct MP4SampleTable {
    private let samples: [MP4Recording.Sample]
    /// Up to the next sample: a fragment only has the encoder's guess.
    private let durations: [UInt32]
    /// Runs of samples that follow each other in the file.
    private var chunks: [(offset: Int, count: Int)] = []

    init(_ samples: [MP4Recording.Sample]) {
        self.samples = samples
        durations = samples.indices.map { index in
            index + 1 < samples.count
                ? UInt32(clamping: samples[index + 1].time - samples[index].time) : samples[index].duration
        }
        var end = -1
        for sample in samples {
            if sample.offset == end {
                chunks[chunks.count - 1].count += 1
            } else {
                chunks.append((sample.offset, 1))
            }
            end = sample.offset + Int(sample.size)
        }
    }

    func write(to stbl: inout MP4Writer) {
        stbl.fullBox("stts") { writeRuns(of: durations.map { Int64($0) }, to: &$0) }
        if samples.contains(where: { $0.delay != 0 }) {
            stbl.box("ctts") { ctts in
                ctts.word(1 << 24)
                writeRuns(of: samples.map { Int64($0.delay) }, to: &ctts)
            }
        }
        if samples.contains(where: { !$0.isKey }) {
            let keys = samples.indices.filter { samples[$0].isKey }
            stbl.fullBox("stss") { stss in
                stss.word(keys.count)
                for index in keys { stss.word(index + 1) }
            }
        }
        stbl.fullBox("stsc") { writeChunkSizes(to: &$0) }
        stbl.fullBox("stsz") { stsz in
            stsz.word(0)
            stsz.word(samples.count)
            for sample in samples { stsz.word(sample.size) }
        }
        let isLarge = chunks.contains { $0.offset > Int(UInt32.max) }
        stbl.fullBox(isLarge ? "co64" : "stco") { offsets in
            offsets.word(chunks.count)
            for chunk in chunks { offsets.number(chunk.offset, isLarge ? 8 : 4) }
        }
    }

    /// Writes the values run-length encoded.
    private func writeRuns(of values: [Int64], to writer: inout MP4Writer) {
        var runs: [(count: Int, value: Int64)] = []
        for value in values {
            if let last = runs.last, last.value == value {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((1, value))
            }
        }
        writer.word(runs.count)
        for run in runs {
            writer.word(run.count)
            writer.word(run.value)
        }
    }

    /// Writes the number of samples per chunk, for each run of chunks that agree.
    private func writeChunkSizes(to writer: inout MP4Writer) {
        let changes = chunks.indices.filter { $0 == 0 || chunks[$0].count != chunks[$0 - 1].count }
        writer.word(changes.count)
        for index in changes {
            writer.word(index + 1)
            writer.word(chunks[index].count)
            writer.word(1)
        }
    }
}

/// Changes numbers in a copy of a box.
private struct MP4Editor {
    /// Without the header.
    private(set) var bytes: [UInt8]

    init(_ box: MP4Box) { bytes = Array(box.body.all) }

    mutating func set(_ value: UInt64, at offset: Int, _ count: Int) {
        guard offset >= 0, offset + count <= bytes.count else { return }
        for index in 0..<count {
            bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - index)))
        }
    }

    /// Makes version 1 of a header of version 0: both dates and the duration get 8 bytes.
    mutating func widen(_ duration: Int) {
        guard bytes.count >= duration + 4 else { return }
        for place in [duration, 8, 4] { bytes.insert(contentsOf: [0, 0, 0, 0], at: place) }
        bytes[0] = 1
    }
}

extension PhotoOrientation {
    /// The transformation matrix a, b, u, c, d, v, x, y, w (ISO/IEC 14496-12, 6.2.2) for a picture of this size.
    fileprivate func matrix(_ width: Int, _ height: Int) -> [Int32] {
        let (a, b, c, d, x, y) =
            switch turn {
            case .none: (1, 0, 0, 1, 0, 0)
            case .quarter: (0, 1, -1, 0, height, 0)
            case .half: (-1, 0, 0, -1, width, height)
            case .threeQuarters: (0, -1, 1, 0, 0, width)
            }
        let numbers =
            isMirrored ? [-a, -b, 0, c, d, 0, width * a + x, width * b + y] : [a, b, 0, c, d, 0, x, y]
        return numbers.map { Int32(clamping: $0 << 16) } + [1 << 30]
    }
}

extension WallTime {
    /// As `2024-02-29T18:04:56+0530`.
    fileprivate var isoText: String {
        var seconds = time_t(nanosecondsSince1970 / 1_000_000_000 + Int64(offsetFromUTC))
        var local = tm()
        gmtime_r(&seconds, &local)
        local.tm_gmtoff = offsetFromUTC
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 40) { text in
            let start = text.baseAddress.unsafelyUnwrapped
            return strftime(start, text.count, "%Y-%m-%dT%H:%M:%S%z", &local) > 0
                ? String(cString: start) : ""
        }
    }
}

extension UInt64 {
    /// Calculates without overflow or loss of precision; the greatest number if the result is greater.
    fileprivate func scaled(by factor: UInt32, over divisor: UInt32) -> UInt64 {
        let product = multipliedFullWidth(by: UInt64(factor))
        return product.high < UInt64(divisor) ? UInt64(divisor).dividingFullWidth(product).quotient : .max
    }
}

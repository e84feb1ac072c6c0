// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Glibc
internal import Platform

/// The roll's words.
enum RollWording {
    /// The position, as in "3 of 128".
    static func position(_ index: Int, of count: Int) -> String {
        // Translators: a photo's number among all, as in “3 of 128”.
        tr("%1$s of %2$s").filling("%1$s", with: String(index + 1)).filling("%2$s", with: String(count))
    }

    /// A photo in one sentence, for screen readers.
    static func sentence(_ place: RollPlace, _ index: Int, of count: Int, now: Int64) -> String {
        let when = time(place.photo.taken, now: now)
        if place.isFolded, let burst = place.burst {
            return tr("%1$s of %2$s: burst of %3$s photos, taken %4$s")
                .filling("%1$s", with: String(index + 1)).filling("%2$s", with: String(count))
                .filling("%3$s", with: String(burst.entries.count)).filling("%4$s", with: when)
        }
        if case .shot = place.photo {
            return tr("Photo %1$s of %2$s, being saved")
                .filling("%1$s", with: String(index + 1)).filling("%2$s", with: String(count))
        }
        let isVideo = place.photo.entry?.isVideo == true
        // Translators: %3$s is a day and time in the middle of a sentence, as in “today at 14:02”.
        return (isVideo ? tr("Video %1$s of %2$s, recorded %3$s") : tr("Photo %1$s of %2$s, taken %3$s"))
            .filling("%1$s", with: String(index + 1)).filling("%2$s", with: String(count))
            .filling("%3$s", with: when)
    }

    /// Milliseconds.
    private static let day: Int64 = 86_400_000

    /// A day and time within a sentence.
    ///
    /// - Parameters:
    ///   - taken, now: milliseconds since 1970 of the local calendar.
    static func time(_ taken: Int64, now: Int64) -> String {
        // Translators: in the middle of a sentence, as in “taken 22 November 2026 at 14:02”.
        time(taken, now: now, tr("%1$s at %2$s"))
    }

    /// - Parameter other: for days before yesterday.
    private static func time(_ taken: Int64, now: Int64, _ other: String) -> String {
        let days = floorDivide(now, day) - floorDivide(taken, day)
        let clock = formatted(taken, "%H:%M")
        return switch days {
        // Translators: in the middle of a sentence, as in “taken today at 14:02”.
        case 0: tr("today at %s").filling("%s", with: clock)
        // Translators: in the middle of a sentence, as in “taken yesterday at 14:02”.
        case 1: tr("yesterday at %s").filling("%s", with: clock)
        default:
            other.filling("%1$s", with: formatted(taken, tr("%-d %B %Y")))
                .filling("%2$s", with: clock)
        }
    }

    /// The same on its own, as a title.
    ///
    /// - Parameter isShort: whether to give only the day, or for today only the time.
    static func title(_ taken: Int64, now: Int64, isShort: Bool = false) -> String {
        if isShort {
            let isToday = floorDivide(now, day) == floorDivide(taken, day)
            // Translators: a day in short, as in “22 Nov”; see strftime.
            return formatted(taken, isToday ? "%H:%M" : tr("%-d %b"))
        }
        // Translators: on its own, as in “22 November 2026 at 14:02”.
        let words = time(taken, now: now, trc("title", "%1$s at %2$s"))
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Now, in milliseconds since 1970 of the local calendar.
    static var now: Int64 {
        var seconds = time_t()
        Glibc.time(&seconds)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return (Int64(seconds) + Int64(parts.tm_gmtoff)) * 1000
    }

    /// - Parameter format: as strftime has it.
    private static func formatted(_ time: Int64, _ format: String) -> String {
        // The time is local already.
        var seconds = time_t(floorDivide(time, 1000))
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var bytes = [CChar](repeating: 0, count: 128)
        let count = strftime(&bytes, bytes.count, format, &parts)
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
    }

    /// The thing that can't be shown.
    enum Subject {
        case folder
        case photo
        case video
    }

    /// Why something can't be shown: title and explanation.
    static func fault(_ fault: PhotoFault, of subject: Subject) -> (title: String, text: String) {
        let isVideo = subject == .video
        return switch fault {
        case .notAllowed:
            (tr("Photos are not allowed"), tr("You can allow Tintype to use your photos in its preferences."))
        case .missing where subject == .folder:
            (
                tr("The photo folder is not there"),
                tr("It may be on a drive that is not connected. Photos appear when it is back.")
            )
        case .missing:
            (
                isVideo ? tr("The video is gone") : tr("The photo is gone"),
                tr("Another program has deleted or moved it.")
            )
        case .empty:
            (
                tr("The file is empty"),
                isVideo
                    ? tr("Nothing of the video was written into it.")
                    : tr("Nothing of the photo was written into it.")
            )
        case .damaged where isVideo:
            (tr("The video is damaged"), tr("What is in the file is not a video any more."))
        case .damaged: (tr("The photo is damaged"), tr("What is in the file is not a picture any more."))
        case .tooLarge(let size):
            (
                tr("The picture is too large to show"),
                tr("It has %1$s × %2$s pixels. Another program may be able to open it.")
                    .filling("%1$s", with: String(size.width)).filling("%2$s", with: String(size.height))
            )
        case .unknownKind:
            (
                isVideo
                    ? tr("This kind of video can’t be played") : tr("This kind of picture can’t be shown"),
                tr("This computer has no decoder for it. Another program may be able to open it.")
            )
        case .decoderMissing(let coding, let package):
            (
                isVideo
                    ? tr("This video can’t be played here") : tr("This picture can’t be shown here"),
                missing(coding, package)
            )
        case .failed(ETIMEDOUT):
            (
                isVideo ? tr("The video can’t be read") : tr("The photo can’t be read"),
                tr("It took too long. Try again in a moment.")
            )
        case .failed where subject == .folder:
            (tr("The photo folder can’t be read"), tr("Try again in a moment."))
        case .failed:
            (
                isVideo ? tr("The video can’t be read") : tr("The photo can’t be read"),
                tr("The disk reported an error.")
            )
        }
    }

    /// What an intact file would take to be shown.
    private static func missing(_ coding: String?, _ package: String?) -> String {
        switch (coding, package) {
        case (let coding?, let package?):
            // Translators: %1$s is a kind of coding, as “MPEG-4”, and %2$s one of Debian’s packages.
            tr("It is intact, but this computer has no decoder for %1$s. Debian’s package %2$s has one.")
                .filling("%1$s", with: coding).filling("%2$s", with: package)
        case (let coding?, nil):
            tr(
                "It is intact, but this computer has no decoder for %s. Another program may be able to open it."
            )
            .filling("%s", with: coding)
        case (nil, let package?):
            // Translators: %s is one of Debian’s packages.
            tr("It is intact, but this computer lacks the part that reads it, Debian’s package %s.")
                .filling("%s", with: package)
        case (nil, nil): tr("This computer has no decoder for it. Another program may be able to open it.")
        }
    }

    static func fileSize(_ bytes: Int) -> String {
        let text = g_format_size(guint64(max(0, bytes)))
        defer { g_free(text) }
        return text.map { String(cString: $0) } ?? ""
    }

    /// Seconds of exposure, as photographers write them.
    static func exposure(_ seconds: Double) -> String {
        guard seconds > 0, seconds.isFinite, seconds < 1e6 else { return "" }
        if seconds >= 0.3 {
            return tr("%s s").filling("%s", with: DecimalText.tenths(Int64((seconds * 10).rounded())))
        }
        let part = 1 / seconds
        return tr("%s s").filling("%s", with: part < 1e7 ? "1/\(Int(part.rounded()))" : "0")
    }
}

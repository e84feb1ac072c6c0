// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

// A program that records what it makes up, to be killed at any moment or to be measured:
//
//     video-stress record FILE KIND SECONDS [BYTES]
//
// MP4, Matroska, WebM or `original=STREAM`, a camera's own H.264 with a delimiter before each picture, at the pace of a camera; no file gets larger than BYTES. Says "at N" after each picture, N its end
// in milliseconds, without what waits for the encoder.
//
//     video-stress write FILE KIND PICTURES
//
// The same at once, and in short fragments.
//
//     video-stress finish FILE
//
// Makes an ordinary MP4 of a recording that was interrupted; says "failed".
//
//     video-stress poster FILE
//
// Decodes its first picture; says "failed".
//
//     video-stress posters FILE COUNT
//
// Keeps so many of them; says "descriptors" and how many more are open than after the first one.
//
//     video-stress encode FILE RAW WxH RATE SPEED
//
// Pictures from a file, as fast as they are taken; says what it took.
//
// FILE must not exist, but for `finish`, `poster` and `posters`.

// A file that gets too large is a failure here, and not the end of the program.
signal(SIGXFSZ, SIG_IGN)
let arguments = CommandLine.arguments
guard arguments.count > 2 else { exit(2) }
switch arguments[1] {
case "record" where arguments.count > 4:
    if arguments.count > 5, let bytes = UInt(arguments[5]) {
        var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }
    exit(await record(arguments[2], arguments[3], pictures: 30 * (Int(arguments[4]) ?? 10), isPaced: true))
case "write" where arguments.count > 4:
    exit(await record(arguments[2], arguments[3], pictures: Int(arguments[4]) ?? 6, isPaced: false))
case "finish": exit(finish(arguments[2]))
case "poster": exit(poster(arguments[2]))
case "posters" where arguments.count == 4: exit(posters(arguments[2], Int(arguments[3]) ?? 1))
case "encode" where arguments.count > 6:
    exit(await encode(arguments[2], arguments[3], arguments[4], arguments[5], arguments[6]))
default: exit(2)
}

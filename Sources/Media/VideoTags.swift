// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGStreamerLoader
internal import CaptureCore
internal import Glibc

extension VideoWriterSettings.Tags {
    /// Call before the pipeline starts.
    func write(to pipeline: Pipeline) {
        var tags = TtMediaTags()
        if let date { tags.set(date) }
        withOptionalCString(camera) { camera in
            withOptionalCString(software) { software in
                (tags.camera, tags.software) = (camera, software)
                pipeline.tag(VideoWriterSettings.multiplexer, tags)
            }
        }
    }
}

extension TtMediaTags {
    fileprivate mutating func set(_ date: WallTime) {
        var seconds = time_t(date.nanosecondsSince1970 / 1_000_000_000 + Int64(date.offsetFromUTC))
        var local = tm()
        gmtime_r(&seconds, &local)
        (year, month, day) = (local.tm_year + 1900, local.tm_mon + 1, local.tm_mday)
        (hour, minute, second) = (local.tm_hour, local.tm_min, Double(local.tm_sec))
        offset_hours = Double(date.offsetFromUTC) / 3600
    }
}

private func withOptionalCString(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Void) {
    guard let text else { return body(nil) }
    text.withCString(body)
}

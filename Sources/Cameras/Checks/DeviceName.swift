// SPDX-License-Identifier: GPL-3.0-or-later
/// Makes devices' names readable.
enum DeviceName {
    /// The name without control characters.
    static func plain(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { $0.value >= 32 && $0 != "\u{7f}" }))
    }

    /// A name from a driver's fixed field, without control characters: up to the NUL, or all of it if there is none.
    static func inField(_ field: UnsafeRawBufferPointer) -> String {
        plain(String(decoding: field.prefix { $0 != 0 }, as: UTF8.self))
    }

    /// A camera's name without control characters and without the repetition of "Integrated Camera: Integrated C": uvcvideo
    /// joins the names of device and function and cuts at 31 bytes.
    ///
    /// - Returns: nil when nothing readable is left.
    static func ofCamera(_ name: String) -> String? {
        let clean = plain(name)
        guard let colon = clean.firstIndex(of: ":") else { return trimmed(clean[...]) }
        let device = clean[..<colon]
        let function = clean[clean.index(after: colon)...].drop { $0 == " " }
        return trimmed(device.hasPrefix(function) ? device : clean[...])
    }

    private static func trimmed(_ text: Substring) -> String? {
        let start = text.drop { $0 == " " }
        let end = start.lastIndex { $0 != " " }
        return end.map { String(start[...$0]) }
    }
}

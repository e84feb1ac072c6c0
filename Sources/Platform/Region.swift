// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk

/// Where this computer is, as far as its settings say.
public enum Region {
    /// Two capital letters (ISO 3166-1): the country of the time zone, else that of the language. nil if neither says.
    ///
    /// Reads a small file of the system; not for every frame.
    public static var country: String? { timeZoneCountry ?? languageCountry }

    private static var timeZoneCountry: String? {
        guard let zone = g_time_zone_new_local() else { return nil }
        defer { g_time_zone_unref(zone) }
        guard let identifier = g_time_zone_get_identifier(zone) else { return nil }
        return contents(of: "/usr/share/zoneinfo/zone.tab").flatMap {
            country(ofZone: String(cString: identifier), in: $0)
        }
    }

    private static var languageCountry: String? {
        guard let names = g_get_language_names(), let first = names.pointee else { return nil }
        return country(ofLanguage: String(cString: first))
    }

    /// - Parameters:
    ///   - zone: such as "Europe/Berlin".
    ///   - table: of the time zone database: country, place, zone, remarks, between tabs.
    static func country(ofZone zone: String, in table: String) -> String? {
        // By bytes: to look for whole characters takes two milliseconds of the start.
        for line in table.utf8.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
            let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            if fields.count > 2, fields[2].elementsEqual(zone.utf8) { return String(fields[0]) }
        }
        return nil
    }

    /// - Parameter language: such as "de_AT.UTF-8" or "pt_BR@latin".
    static func country(ofLanguage language: String) -> String? {
        let name = language.prefix { $0 != "." && $0 != "@" }
        let parts = name.split(separator: "_")
        guard parts.count == 2, parts[1].utf8.count == 2, parts[1].utf8.allSatisfy({ (65...90).contains($0) })
        else { return nil }
        return String(parts[1])
    }

    private static func contents(of path: String) -> String? {
        var bytes: UnsafeMutablePointer<CChar>?
        var count: gsize = 0
        guard g_file_get_contents(path, &bytes, &count, nil) != 0, let bytes else { return nil }
        defer { g_free(bytes) }
        return String(cString: bytes)
    }
}

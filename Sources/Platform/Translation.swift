// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims

/// Tintype's gettext domain.
private let domain = "tintype"

/// The user's words for a message. The message itself is English, plain, and never interpolated: use `filling`.
public func tr(_ message: String) -> String {
    // gettext gives the message itself back if there is no translation, so its memory must outlive the answer.
    message.withCString { String(cString: g_dgettext(domain, $0)) }
}

/// As `tr`, for a word with several meanings: the context tells translators which one is meant, and is never shown.
public func trc(_ context: String, _ message: String) -> String {
    message.withCString { message in
        String(cString: g_dpgettext2(domain, context, message))
    }
}

/// The translation for a count; both forms contain `%d`, which is filled in.
public func trn(_ singular: String, _ plural: String, _ count: Int) -> String {
    singular.withCString { singular in
        plural.withCString { plural in
            String(cString: g_dngettext(domain, singular, plural, UInt(max(0, count))))
        }
    }.filling("%d", with: String(count))
}

extension String {
    /// Replaces the message's first `mark` (`%s`, `%d`, `%1$s` …) with `value`.
    ///
    /// Values are inserted as they are: nothing in them is taken for a mark.
    public func filling(_ mark: String, with value: String) -> String {
        let (text, pattern) = (Array(utf8), Array(mark.utf8))
        guard !pattern.isEmpty, text.count >= pattern.count else { return self }
        for start in 0...(text.count - pattern.count)
        where text[start..<(start + pattern.count)].elementsEqual(pattern) {
            return String(decoding: text[..<start], as: UTF8.self) + value
                + String(decoding: text[(start + pattern.count)...], as: UTF8.self)
        }
        return self
    }
}

/// Another program's translation of a message, from its own catalogue if that is installed.
public func translated(_ message: String, by program: String) -> String {
    message.withCString { String(cString: tt_translated_by(program, $0)) }
}

/// Makes the messages' catalogue known. Call once before the first `tr`.
public func startTranslation(directory: String) {
    tt_start_translation(domain, directory)
}

/// The name that the desktop knows the program by: on the bus, in the permission store, of its settings.
public let applicationID = String(cString: tt_app_id())

/// The program's own resources: style, icons, windows.
public enum Resources {
    /// Makes a compiled resource file known to the whole program.
    ///
    /// - Throws: GLib's error if the file is missing or damaged; the program then works, less prettily.
    public static func register(file: String) throws(GLibError) {
        var error: UnsafeMutablePointer<GError>?
        guard let resource = g_resource_load(file, &error) else { throw GLibError(adopting: error) }
        g_resources_register(resource)
        g_resource_unref(resource)
    }
}

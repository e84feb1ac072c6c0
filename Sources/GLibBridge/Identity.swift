internal import CGtk

/// Names that identify the user, to be kept out of texts that others will read. Thread-safe.
public enum Identity {
    /// The account's name, the parts of the user's full name, and the host name.
    public static var words: [String] {
        let account = g_get_user_name().map { String(cString: $0) }
        // "Unknown" is GLib's word for an account without a name.
        let person = g_get_real_name().map { String(cString: $0) }.flatMap { $0 == "Unknown" ? nil : $0 }
        let computer = g_get_host_name().map { String(cString: $0) }
        let names = (person ?? "").split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init)
        // Generic names identify no user.
        return ([account, computer].compactMap(\.self) + names).filter {
            !["root", "localhost"].contains($0)
        }
    }
}

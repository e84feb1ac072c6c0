internal import CGtk

/// Who sits at this computer, for keeping that out of what others will read. Thread-safe.
public enum Identity {
    /// The account's name, the parts of the person's, and the computer's.
    public static var words: [String] {
        let account = g_get_user_name().map { String(cString: $0) }
        // "Unknown" is GLib's word for an account without a name.
        let person = g_get_real_name().map { String(cString: $0) }.flatMap { $0 == "Unknown" ? nil : $0 }
        let computer = g_get_host_name().map { String(cString: $0) }
        let names = (person ?? "").split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init)
        // Names that everybody has say nothing about anybody.
        return ([account, computer].compactMap(\.self) + names).filter {
            !["root", "localhost"].contains($0)
        }
    }
}

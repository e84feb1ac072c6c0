internal import CGtk

/// What the desktop's thumbnail cache calls files (freedesktop.org, Thumbnail Managing Standard 0.9). Thread-safe.
public enum ThumbnailName {
    /// A file's address, with the escapes that every GLib program uses.
    ///
    /// - Parameter path: absolute.
    public static func uri(ofFile path: String) -> String {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        let uri = g_file_get_uri(file)
        defer { g_free(uri) }
        return uri.map { String(cString: $0) } ?? ""
    }

    /// The thumbnail's name in a folder of the cache.
    public static func fileName(ofURI uri: String) -> String {
        let sum = g_compute_checksum_for_string(G_CHECKSUM_MD5, uri, -1)
        defer { g_free(sum) }
        return (sum.map { String(cString: $0) } ?? "") + ".png"
    }
}

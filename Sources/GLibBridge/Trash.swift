internal import CGtk

/// The desktop's trash.
public enum Trash {
    /// Moves a file there; blocks.
    ///
    /// - Throws: GLib's error, as where the file's disk has no trash.
    public static func put(_ path: String) throws(GLibError) {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        var error: UnsafeMutablePointer<GError>?
        guard g_file_trash(file, nil, &error) != 0 else { throw GLibError(adopting: error) }
    }
}

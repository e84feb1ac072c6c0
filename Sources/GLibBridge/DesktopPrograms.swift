internal import CGtk

/// The programs that are installed on this desktop. In a sandbox these are the sandbox's own, which says nothing.
public enum DesktopPrograms {
    /// Whether one of them opens files of one of these media types. Reads files; blocks.
    public nonisolated static func open(anyOf types: [String]) -> Bool {
        types.contains { type in
            guard let program = g_app_info_get_default_for_type(type, 0) else { return false }
            g_object_unref(UnsafeMutableRawPointer(program))
            return true
        }
    }

    /// The media types of HEIC photos: programs name either.
    public nonisolated static let heic = ["image/heif", "image/heic"]
}

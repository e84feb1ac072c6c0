// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk

/// The programs that are installed on this desktop. In a sandbox these are the sandbox's own, which says nothing.
public enum DesktopPrograms {
    /// Whether one of them opens files of one of these media types. Reads files; blocks.
    public static func open(anyOf types: [String]) -> Bool {
        types.contains { type in
            guard let program = g_app_info_get_default_for_type(type, 0) else { return false }
            g_object_unref(UnsafeMutableRawPointer(program))
            return true
        }
    }

    /// The media types of HEIC photos: programs name either.
    public static let heic = ["image/heif", "image/heic"]

    /// Starts a program by its name, without waiting for it.
    ///
    /// - Returns: false if it is not installed.
    @MainActor public static func start(_ words: [String]) -> Bool {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { g_strdup($0) } + [nil]
        let environment = ProcessEnvironment.original()
        defer {
            for argument in arguments { g_free(argument) }
            g_strfreev(environment)
        }
        return g_spawn_async(nil, &arguments, environment, G_SPAWN_SEARCH_PATH, nil, nil, nil, nil) != 0
    }
}

/// The desktop's trash.
public enum Trash {
    /// Moves a file there; blocks.
    ///
    /// - Throws: GLib's error, e.g. if the file's disk has no trash.
    public static func put(_ path: String) throws(GLibError) {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        var error: UnsafeMutablePointer<GError>?
        guard g_file_trash(file, nil, &error) != 0 else { throw GLibError(adopting: error) }
    }
}

/// Kinds of files by their names, from the desktop's database of media types. Thread-safe.
public enum FileKind {
    /// Whether the name's ending says that the file is a picture, a video or sound.
    public static func isMedia(byNameOf path: String) -> Bool {
        let type = g_content_type_guess(path, nil, 0, nil)
        defer { g_free(type) }
        guard let type = type.map({ String(cString: $0) }) else { return false }
        return ["image/", "video/", "audio/"].contains { type.hasPrefix($0) }
    }
}

/// The addresses of files. Thread-safe.
public enum FileURI {
    /// A file's address, with the escapes that every GLib program uses.
    ///
    /// - Parameter path: absolute.
    public static func of(_ path: String) -> String {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        let uri = g_file_get_uri(file)
        defer { g_free(uri) }
        return uri.map { String(cString: $0) } ?? ""
    }
}

/// Names of files in the desktop's thumbnail cache (freedesktop.org, Thumbnail Managing Standard 0.9).
/// Thread-safe.
public enum ThumbnailName {
    /// The thumbnail's name in a folder of the cache.
    public static func fileName(ofURI uri: String) -> String {
        let sum = g_compute_checksum_for_string(G_CHECKSUM_MD5, uri, -1)
        defer { g_free(sum) }
        return (sum.map { String(cString: $0) } ?? "") + ".png"
    }
}

/// The computer's sound. Thread-safe.
public enum DesktopSound {
    /// As many as ALSA knows (SNDRV_CARDS of the kernel).
    private static let maximumCards = 32

    /// Whether there is a sound server or a card: without either, ALSA complains to the terminal.
    public static var isThere: Bool {
        let socket = String(cString: g_get_user_runtime_dir()) + "/pulse/native"
        return g_file_test(socket, G_FILE_TEST_EXISTS) != 0
            || (0..<maximumCards).contains { g_file_test("/dev/snd/controlC\($0)", G_FILE_TEST_EXISTS) != 0 }
            || g_getenv("PULSE_SERVER") != nil
    }
}

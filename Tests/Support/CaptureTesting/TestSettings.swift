// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
public import Platform

/// Settings with the real schemas, stored nowhere.
@MainActor
public enum TestSettings {
    /// Our own, with their defaults.
    public static func ours() -> Settings? {
        Settings.forgetful(schema: "io.github.tintype.Tintype", directories: [compiled])
    }

    /// GNOME's privacy settings.
    public static func privacy() -> Settings? {
        Settings.forgetful(schema: "org.gnome.desktop.privacy", directories: [])
    }

    /// Our schema, compiled once.
    private static let compiled: String = {
        let data = URL(fileURLWithPath: #filePath).appending(path: "../../../../data").standardized
        let folder = FileManager.default.temporaryDirectory.appending(path: "tintype-schemas-\(getpid())")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = succeeds("glib-compile-schemas", "--targetdir=" + folder.path, data.path)
        return folder.path
    }()
}

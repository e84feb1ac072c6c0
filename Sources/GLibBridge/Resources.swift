internal import CGtk
internal import CShims

/// The name that the desktop knows the program by: on the bus, in the permission store, of its settings.
public let applicationID = String(cString: tt_app_id())

/// The program's own resources: style, icons, windows.
public enum Resources {
    /// Makes a compiled resource file known to the whole program.
    ///
    /// - Throws: GLib's error where the file is missing or damaged; the program then works, less prettily.
    public static func register(file: String) throws(GLibError) {
        var error: UnsafeMutablePointer<GError>?
        guard let resource = g_resource_load(file, &error) else { throw GLibError(adopting: error) }
        g_resources_register(resource)
        g_resource_unref(resource)
    }
}

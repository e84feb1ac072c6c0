internal import CGtk

/// Casts from `OpaquePointer`, in which GTK objects are passed, to the types of C functions.
///
/// GObject's types are a tree: every cast here is to an ancestor, which the caller knows the object to have.
extension OpaquePointer {
    /// A widget from its constructor, which never returns NULL: GTK aborts when there is no memory.
    init(_ widget: UnsafeMutablePointer<GtkWidget>?) {
        self.init(UnsafeMutableRawPointer(widget.unsafelyUnwrapped))
    }

    /// For calls that take `gpointer`.
    var untyped: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
    var widget: UnsafeMutablePointer<GtkWidget> { UnsafeMutablePointer(self) }
    var window: UnsafeMutablePointer<GtkWindow> { UnsafeMutablePointer(self) }
    var box: UnsafeMutablePointer<GtkBox> { UnsafeMutablePointer(self) }
    var button: UnsafeMutablePointer<GtkButton> { UnsafeMutablePointer(self) }
    var toggleButton: UnsafeMutablePointer<GtkToggleButton> { UnsafeMutablePointer(self) }
    var application: UnsafeMutablePointer<GtkApplication> { UnsafeMutablePointer(self) }
    var gApplication: UnsafeMutablePointer<GApplication> { UnsafeMutablePointer(self) }
}

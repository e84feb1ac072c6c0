internal import CGtk

/// One strong reference to a GObject, released when this value goes. Thread-bound for widgets.
public struct ObjectRef: ~Copyable {
    /// The object, for calls to C. Valid as long as this reference.
    public let raw: OpaquePointer

    /// Takes over a new object: a floating reference (as every new widget has) is sunk, a full one is adopted.
    ///
    /// Widgets such as windows, which GTK itself holds, give an extra reference here and keep GTK's.
    public init(sinking raw: OpaquePointer) {
        g_object_ref_sink(UnsafeMutableRawPointer(raw))
        self.raw = raw
        LiveObjects.add()
    }

    /// Takes over a full reference that a C function returned.
    public init(adopting raw: OpaquePointer) {
        self.raw = raw
        LiveObjects.add()
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(raw))
        LiveObjects.remove()
    }
}

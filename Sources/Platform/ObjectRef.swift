// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Synchronization

/// One strong reference to a GObject, released with this value. Thread-bound for widgets.
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

/// Counts what this module owns on behalf of C: object references and closure boxes. For tests: after a window
/// is closed the count must be what it was before it was opened.
public enum LiveObjects {
    private static let counter = Atomic<Int>(0)

    /// How many there are now. Thread-safe.
    public static var count: Int { counter.load(ordering: .relaxed) }

    static func add() { counter.add(1, ordering: .relaxed) }
    static func remove() { counter.subtract(1, ordering: .relaxed) }
}

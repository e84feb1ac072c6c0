// SPDX-License-Identifier: GPL-3.0-or-later
import CGtk

/// Stands for the window, of which there is none without a display: an object that can be destroyed.
@MainActor
final class FakeWindow {
    let raw: OpaquePointer

    private static let type = g_type_register_static_simple(
        g_object_get_type(), "TintypeFakeWindow", guint(MemoryLayout<GObjectClass>.size), nil,
        guint(MemoryLayout<GObject>.size), nil, GTypeFlags(0))
    private static let destroyed = g_signal_newv(
        "destroy", type, G_SIGNAL_RUN_LAST, nil, nil, nil, nil, GType(1 << G_TYPE_FUNDAMENTAL_SHIFT), 0, nil)

    init() {
        let type = Self.type
        _ = Self.destroyed
        raw = OpaquePointer(g_object_new_with_properties(type, 0, nil, nil).unsafelyUnwrapped)
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(raw)) }

    func destroy() {
        var instance = GValue()
        g_value_init(&instance, Self.type)
        g_value_set_object(&instance, UnsafeMutableRawPointer(raw))
        g_signal_emitv(&instance, Self.destroyed, 0, nil)
        g_value_unset(&instance)
    }
}

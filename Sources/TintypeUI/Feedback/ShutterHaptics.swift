internal import CGtk

/// A short buzz on phones and tablets, through feedbackd where it runs. Fire and forget.
enum ShutterHaptics {
    /// `org.sigxcpu.Feedback.TriggerFeedback(app_id s, event s, hints a{sv}, timeout i) -> (id u)`.
    static func play() {
        guard let bus = g_application_get_dbus_connection(g_application_get_default()) else { return }
        var hints = GVariantBuilder()
        let dictionary = g_variant_type_new("a{sv}")
        defer { g_variant_type_free(dictionary) }
        g_variant_builder_init(&hints, dictionary)
        var arguments: [OpaquePointer?] = [
            g_variant_new_string(TintypeApplication.id), g_variant_new_string("camera-shutter"),
            g_variant_builder_end(&hints), g_variant_new_int32(-1),
        ]
        g_dbus_connection_call(
            bus, "org.sigxcpu.Feedback", "/org/sigxcpu/Feedback", "org.sigxcpu.Feedback", "TriggerFeedback",
            g_variant_new_tuple(&arguments, 4), nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, 1000, nil, nil, nil)
    }
}

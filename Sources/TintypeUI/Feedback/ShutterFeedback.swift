// SPDX-License-Identifier: GPL-3.0-or-later
internal import CCanberra
internal import CGtk
internal import Dispatch
internal import Platform

/// The desktop's camera sound. Nothing here waits, and a machine without sound stays silent.
final class ShutterSound {
    /// libcanberra talks to the sound server and may wait for it, so it lives on a queue of its own.
    private let queue = DispatchQueue(label: "shutter-sound")
    private let player = SoundPlayer()

    deinit { queue.async { [player] in player.end() } }

    /// Plays it, if the desktop's sound settings allow event sounds.
    func play() {
        let (isOn, theme) = Self.desktopChoice()
        guard isOn, DesktopSound.isThere else { return }
        queue.async { [player] in player.play("camera-shutter", theme: theme) }
    }

    /// GNOME's settings for event sounds; other desktops get libcanberra's defaults.
    private static func desktopChoice() -> (isOn: Bool, theme: String?) {
        guard let sound = Settings(schema: "org.gnome.desktop.sound", directories: []) else {
            return (true, nil)
        }
        return (sound.boolean("event-sounds"), sound.string("theme-name"))
    }
}

/// libcanberra's context, made at the first sound. Used on one serial queue only.
private nonisolated final class SoundPlayer: Sendable {
    /// A pointer, as a number that may cross threads; 0 until the first sound and if there is no sound.
    private let context: UInt

    init() {
        var made: OpaquePointer?
        ca_context_create(&made)
        context = UInt(bitPattern: made)
    }

    /// Not in a deinit, which could run on another thread than the queue's.
    func end() { ca_context_destroy(OpaquePointer(bitPattern: context)) }

    func play(_ event: String, theme: String?) {
        guard let context = OpaquePointer(bitPattern: context) else { return }
        var properties: OpaquePointer?
        guard ca_proplist_create(&properties) == 0 else { return }
        defer { ca_proplist_destroy(properties) }
        ca_proplist_sets(properties, CA_PROP_EVENT_ID, event)
        ca_proplist_sets(properties, CA_PROP_APPLICATION_ID, TintypeApplication.id)
        ca_proplist_sets(properties, CA_PROP_MEDIA_ROLE, "event")
        if let theme { ca_proplist_sets(properties, CA_PROP_CANBERRA_XDG_THEME_NAME, theme) }
        ca_context_play_full(context, 0, properties, nil, nil)
    }
}

/// A short buzz on phones and tablets, through feedbackd if it runs. Fire and forget.
enum ShutterHaptics {
    /// `org.sigxcpu.Feedback.TriggerFeedback(app_id s, event s, hints a{sv}, timeout i) -> (id u)`.
    static func play() {
        let call = BusCall(
            "org.sigxcpu.Feedback", "/org/sigxcpu/Feedback", "org.sigxcpu.Feedback", "TriggerFeedback",
            [.string(TintypeApplication.id), .string("camera-shutter"), .noOptions, .integer(-1)],
            timeout: .seconds(1), startsService: false)
        Task { _ = try? await BusConnection.sessionSoon().call(call) }
    }
}

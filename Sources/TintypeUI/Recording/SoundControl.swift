// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The button "Sound" at the picture's upper edge in Video mode: how loud the microphone is, and, in a popover, which one
/// it is, its gain, and a way to record silence.
final class SoundControl {
    /// Decibels below full scale at which the level's bar is empty.
    private static let quietest = -60.0
    /// As in the settings' schema.
    private static let gains = -20.0...20.0
    /// How often the level is shown; milliseconds.
    private static let interval: UInt32 = 100

    /// A GtkMenuButton.
    let widget: ObjectRef
    /// Another microphone, or none, was chosen.
    var onChoice: () -> Void = {}
    /// Gain or mute were changed.
    var onLevel: () -> Void = {}
    private(set) var isMuted = false

    private let preferences: Preferences
    private let recording: any VideoRecording
    private let icon = OpaquePointer(gtk_image_new())
    private let bar = OpaquePointer(gtk_level_bar_new())
    private let popover = OpaquePointer(gtk_popover_new())
    private let choices = Widgets.column(spacing: 0, [])
    private let mute = Widgets.toggle()
    private let gain: OpaquePointer
    private let gainText = Widgets.label("", classes: ["numeric"])
    private var listing: Task<Void, Never>?
    /// The present listener's microphone and camera, so that nothing is opened twice.
    private var heard: (choice: SoundChoice, camera: CameraInfo)?
    private var listening: Task<Void, Never>?
    /// Measures the level while nothing is recorded.
    private var listener: (any SoundListening)?
    private let updates: UpdateCoalescer
    private var timer: MainTimer?

    init(_ preferences: Preferences, _ recording: any VideoRecording, _ updates: UpdateCoalescer) {
        (self.preferences, self.recording, self.updates) = (preferences, recording, updates)
        let button = OpaquePointer(gtk_menu_button_new())
        widget = ObjectRef(sinking: button)
        gain = OpaquePointer(
            gtk_scale_new_with_range(
                GTK_ORIENTATION_HORIZONTAL, Self.gains.lowerBound, Self.gains.upperBound, 1))
        gtk_widget_set_size_request(bar.widget, 56, -1)
        gtk_widget_set_valign(bar.widget, GTK_ALIGN_CENTER)
        tt_set_accessible_label(bar.untyped, tr("Microphone Level"))
        gtk_menu_button_set_child(button, Widgets.row(spacing: 8, [icon, bar]).widget)
        Widgets.name(button, tr("Sound"))
        Widgets.addClasses(["flat", "sound-button"], to: button)
        gtk_popover_set_child(UnsafeMutablePointer(popover), content().widget)
        gtk_menu_button_set_popover(button, popover.widget)
        connect(popover, "show") { [weak self] _ in self?.list() }
        connect(mute, "notify::active") { [weak self] _ in self?.muteChanged() }
        connect(gain, "value-changed") { [weak self] _ in self?.gainChanged() }
        show(level: nil)
    }

    private func content() -> OpaquePointer {
        gtk_scale_set_draw_value(UnsafeMutablePointer(gain), 0)
        gtk_scale_add_mark(UnsafeMutablePointer(gain), 0, GTK_POS_BOTTOM, nil)
        gtk_widget_set_size_request(gain.widget, 240, 44)
        gtk_range_set_value(UnsafeMutablePointer(gain), Double(preferences.soundGain))
        gtk_widget_set_valign(mute.widget, GTK_ALIGN_CENTER)
        // Translators: how much louder the sound of a video is made.
        tt_set_accessible_label(gain.untyped, trc("sound", "Gain"))
        tt_set_accessible_label(mute.untyped, tr("Mute"))
        showGain()
        return Widgets.column(
            spacing: 6, classes: ["sound-panel"],
            [
                Self.heading(tr("Microphone")), choices,
                Self.line(Widgets.label(trc("sound", "Gain")), gainText), gain,
                Self.line(Widgets.label(tr("Mute")), mute),
            ])
    }

    private static func heading(_ words: String) -> OpaquePointer {
        let label = Widgets.label(words, classes: ["heading"])
        gtk_label_set_xalign(label, 0)
        return label
    }

    private static func line(_ name: OpaquePointer, _ end: OpaquePointer) -> OpaquePointer {
        gtk_widget_set_hexpand(name.widget, 1)
        gtk_label_set_xalign(name, 0)
        let row = Widgets.row(spacing: 12, [name, end])
        gtk_widget_set_size_request(row.widget, -1, 44)
        return row
    }

    /// Whether another microphone can be chosen: not during a recording.
    var canChoose: Bool {
        get { gtk_widget_get_sensitive(choices.widget) != 0 }
        set { gtk_widget_set_sensitive(choices.widget, newValue ? 1 : 0) }
    }

    /// - Parameter level: in decibels; nil if nothing is heard.
    func show(level: Double?) {
        let isSilent = preferences.soundChoice == .silent || isMuted
        gtk_image_set_from_icon_name(
            icon, isSilent ? "microphone-disabled-symbolic" : "audio-input-microphone-symbolic")
        Widgets.setVisible(bar, level != nil)
        if let level { gtk_level_bar_set_value(bar, min(max(1 - level / Self.quietest, 0), 1)) }
    }

    // MARK: Listening

    var decibels: Double { Double(preferences.soundGain) }

    /// Shows the level of the microphone that a recording would use, without opening it twice.
    ///
    /// - Parameter camera: the camera that would be recorded; nil ends it.
    func listen(beside camera: CameraInfo?) {
        let choice = preferences.soundChoice
        let camera = choice == .silent ? nil : camera
        guard camera?.id != heard?.camera.id || choice != heard?.choice else { return }
        listening?.cancel()
        (listener, timer, heard) = (nil, nil, camera.map { (choice, $0) })
        show(level: nil)
        guard let camera else { return }
        listening = Task { [weak self, recording] in
            let listener = await recording.listen(to: choice, beside: camera)
            guard let self, let listener, !Task.isCancelled else { return }
            self.listener = listener
            self.applyLevel()
            self.timer = MainTimer(every: Self.interval) { [weak self] in
                self?.updates.next { self?.show(level: self?.listener?.level) }
                return true
            }
        }
    }

    private func applyLevel() {
        listener?.setGain(decibels)
        listener?.setMuted(isMuted)
        onLevel()
    }

    // MARK: The popover

    private func list() {
        listing?.cancel()
        fill([])
        listing = Task { [weak self, recording] in
            let microphones = await recording.microphones()
            if !Task.isCancelled { self?.fill(microphones) }
        }
    }

    private func fill(_ microphones: [MicrophoneInfo]) {
        Widgets.removeChildren(of: choices)
        var first: OpaquePointer?
        let all: [(SoundChoice, String)] =
            [(.automatic, tr("Automatic")), (.silent, tr("No Sound"))]
            + microphones.map { (.microphone(id: $0.id), $0.name) }
        for (choice, name) in all {
            let button = OpaquePointer(gtk_check_button_new())
            let label = Widgets.label(name)
            gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END)
            gtk_label_set_max_width_chars(label, 30)
            gtk_label_set_xalign(label, 0)
            gtk_widget_set_size_request(button.widget, -1, 44)
            gtk_check_button_set_child(UnsafeMutablePointer(button), label.widget)
            tt_set_accessible_label(button.untyped, name)
            if let first {
                gtk_check_button_set_group(UnsafeMutablePointer(button), UnsafeMutablePointer(first))
            }
            first = first ?? button
            gtk_check_button_set_active(
                UnsafeMutablePointer(button), choice == preferences.soundChoice ? 1 : 0)
            connect(button, "toggled") { [weak self] _ in
                guard gtk_check_button_get_active(UnsafeMutablePointer(button)) != 0, let self else { return }
                self.preferences.soundChoice = choice
                self.show(level: nil)
                self.onChoice()
            }
            gtk_box_append(choices.box, button.widget)
        }
    }

    private func muteChanged() {
        isMuted = gtk_switch_get_active(mute) != 0
        show(level: nil)
        applyLevel()
    }

    private func gainChanged() {
        preferences.soundGain = Int(gtk_range_get_value(UnsafeMutablePointer(gain)).rounded())
        showGain()
        applyLevel()
    }

    private func showGain() {
        let decibels = preferences.soundGain
        // Translators: decibels.
        let sign = decibels > 0 ? "+" : decibels < 0 ? "−" : ""
        let words = tr("%s dB").filling("%s", with: sign + String(abs(decibels)))
        gtk_label_set_text(gainText, words)
        tt_set_accessible_description(gain.untyped, words)
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// Plays the video in front in place: its pictures on the canvas, and a bar over its lower edge for pause, position and
/// mute.
///
///     playback.toggle(entry)
///
/// Nothing is loaded before the first video is played; nothing plays once another photo is in front.
final class RollPlayback {
    /// The step of the keyboard.
    static let step: Duration = .seconds(5)
    /// How long the position mark stays where a hand has moved it.
    private static let rest: Duration = .milliseconds(400)

    /// A GtkBox.
    let bar: ObjectRef
    /// Playing begins or ends.
    var onChange: () -> Void = {}
    var onFault: (PhotoFault) -> Void = { _ in }

    private let canvas: PhotoCanvas
    private let roll: any PhotoBrowsing
    private let pause = OpaquePointer(gtk_button_new())
    private let time = Widgets.label("", classes: ["numeric"])
    private let length = Widgets.label("", classes: ["numeric"])
    private let scale: OpaquePointer
    private let mute = OpaquePointer(gtk_toggle_button_new())
    private var entry: LibraryEntry?
    private var opening: Task<Void, Never>?
    private var player: (any VideoPlaying)?
    private var ticks: FrameTicks?
    private var shown = PlaybackStatus(length: .zero, hasSound: false)
    private var second: Int64 = -1
    private var moved: MonotonicTime?

    init(_ canvas: PhotoCanvas, _ roll: any PhotoBrowsing) {
        (self.canvas, self.roll) = (canvas, roll)
        scale = OpaquePointer(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 1))
        gtk_scale_set_draw_value(UnsafeMutablePointer(scale), 0)
        gtk_widget_set_hexpand(scale.widget, 1)
        // Translators: of what is seen within a video.
        tt_set_accessible_label(scale.untyped, tr("Position"))
        gtk_button_set_icon_name(mute.button, "audio-volume-high-symbolic")
        Widgets.name(mute, tr("Mute"))
        for button in [pause, mute] { Widgets.addClasses(["flat", "roll-button"], to: button) }
        let row = Widgets.row(spacing: 8, classes: ["play-bar"], [pause, time, scale, length, mute])
        bar = ObjectRef(sinking: row)
        gtk_widget_set_valign(row.widget, GTK_ALIGN_END)
        Widgets.setVisible(row, false)
        connect(pause, "clicked") { [weak self] _ in self?.toggle(self?.entry) }
        connect(mute, "toggled") { [weak self] _ in self?.muteToggled() }
        connect(scale, "change-value") { [weak self] call in
            self?.movedByHand(to: call.double(1))
            call.answer(false)
        }
    }

    /// Whether a video is open, playing or paused.
    var isShown: Bool { player != nil }

    // MARK: What a person does

    /// Plays a video, or pauses or continues it.
    func toggle(_ entry: LibraryEntry?) {
        guard let entry, entry.isVideo else { return }
        if entry != self.entry { stop() }
        guard let player else { return open(entry) }
        if player.status.isPlaying { player.pause() } else { player.play() }
        update()
    }

    func seek(by step: Duration) {
        guard let player else { return }
        let seconds = gtk_range_get_value(UnsafeMutablePointer(scale)) + step / .seconds(1)
        let place = min(max(0, seconds), player.status.length / .seconds(1))
        gtk_range_set_value(UnsafeMutablePointer(scale), place)
        movedByHand(to: place)
    }

    func toggleMute() {
        guard player != nil, gtk_widget_get_visible(mute.widget) != 0 else { return }
        gtk_toggle_button_set_active(mute.toggleButton, 1 - gtk_toggle_button_get_active(mute.toggleButton))
    }

    /// Another photo is in front: stops playing.
    func keep(only entry: LibraryEntry?) { if entry != self.entry { stop() } }

    func stop() {
        opening?.cancel()
        let wasShown = isShown
        (entry, opening, player, ticks, moved) = (nil, nil, nil, nil, nil)
        canvas.playing = nil
        Widgets.setVisible(bar.raw, false)
        if wasShown { onChange() }
    }

    /// The canvas has another size.
    func fit() { player?.fit(canvas.size) }

    // MARK: Playing

    private func open(_ entry: LibraryEntry) {
        guard opening == nil else { return }
        self.entry = entry
        opening = Task { [weak self, roll, size = canvas.size] in
            do throws(PhotoFault) {
                let player = try await roll.player(of: entry, fitting: size)
                guard let self, !Task.isCancelled else { return }
                self.begin(player)
            } catch {
                guard let self, !Task.isCancelled else { return }
                self.stop()
                self.onFault(error)
            }
        }
    }

    private func begin(_ player: any VideoPlaying) {
        (opening, self.player, second) = (nil, player, -1)
        let status = player.status
        let seconds = status.length / .seconds(1)
        gtk_range_set_range(UnsafeMutablePointer(scale), 0, max(seconds, 0.1))
        gtk_range_set_value(UnsafeMutablePointer(scale), 0)
        gtk_label_set_text(length, RecordingWording.clock(status.length))
        for widget in [scale, length] { Widgets.setVisible(widget, status.length > .zero) }
        gtk_toggle_button_set_active(mute.toggleButton, 0)
        player.play()
        Widgets.setVisible(bar.raw, true)
        ticks = FrameTicks(of: canvas.widget.raw) { [weak self] in self?.update() }
        update()
        onChange()
    }

    private func update() {
        guard let player else { return }
        if let picture = player.takePicture() {
            canvas.playing = RollPictures.Decoded(picture.photo)
            show(picture.time)
        }
        let status = player.status
        if let fault = status.fault {
            stop()
            return onFault(fault)
        }
        if status != shown || second < 0 { show(status) }
    }

    private func show(_ status: PlaybackStatus) {
        shown = status
        gtk_button_set_icon_name(
            pause.button,
            status.isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
        // Translators: a button that lets a video stand still.
        Widgets.name(pause, status.isPlaying ? tr("Pause") : tr("Play"))
        Widgets.setVisible(mute, status.hasSound)
        if status.hasEnded { show(status.length) }
        if second < 0 { show(.zero) }
    }

    /// - Parameter time: of the visible picture.
    private func show(_ time: Duration) {
        if moved.map({ .now - $0 > Self.rest }) ?? true {
            gtk_range_set_value(UnsafeMutablePointer(scale), time / .seconds(1))
        }
        guard time.components.seconds != second else { return }
        second = time.components.seconds
        let words = RecordingWording.clock(time)
        gtk_label_set_text(self.time, words)
        Widgets.setValue(of: scale, inWords: words)
    }

    private func movedByHand(to seconds: Double) {
        moved = .now
        player?.seek(to: .seconds(max(0, seconds)))
    }

    private func muteToggled() {
        let isMuted = gtk_toggle_button_get_active(mute.toggleButton) != 0
        gtk_button_set_icon_name(
            mute.button, isMuted ? "audio-volume-muted-symbolic" : "audio-volume-high-symbolic")
        player?.setMuted(isMuted)
    }
}

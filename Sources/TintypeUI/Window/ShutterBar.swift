// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// The deck below the picture, symmetric around the shutter: the last photo at its start, the camera switch at its end,
/// Photo and Video and the self-timer at the shutter's sides. While a video is recorded Pause takes the timer's place, and
/// a button for photos the camera switch's.
final class ShutterBar {
    /// The width of the group around the shutter in logical pixels, if there is room: with Photo and Video
    /// beside it, and without.
    private static let (wideReach, reach): (Int32, Int32) = (380, 328)
    private static let margin: Int32 = 24
    /// Below this width of the window, Photo and Video lie above the shutter.
    static let wideFrom: Int32 = 560

    let widget: ObjectRef
    let shutter: ShutterButton
    private let timer: TimerMenu
    let cameras: CameraMenu
    /// Takes a photo while a video is recorded.
    var onPhoto: () -> Void = {}

    private let kinds: OpaquePointer
    private let pause = ObjectRef(sinking: OpaquePointer(gtk_button_new()))
    private let photo = OpaquePointer(gtk_button_new())
    private let clamp = OpaquePointer(adw_clamp_new())
    private let middle = OpaquePointer(gtk_center_box_new()).unsafelyUnwrapped
    /// Holds the timer or Pause, as far from the shutter as the middle of Photo and Video.
    private let beside = OpaquePointer(gtk_center_box_new()).unsafelyUnwrapped
    /// Makes both sides of the shutter equally wide.
    private let sides = ObjectRef(adopting: OpaquePointer(gtk_size_group_new(GTK_SIZE_GROUP_NONE)))
    private let upper = Widgets.row(spacing: 0, [])
    private var isWide: Bool

    /// - Parameters:
    ///   - kinds: the choice of Photo and Video.
    ///   - actions: the window, whose actions the menus call.
    init(
        lastPhoto: ThumbnailButton, kinds: CaptureKindToggle, actions: OpaquePointer, preferences: Preferences
    ) {
        self.kinds = kinds.widget.raw
        isWide = preferences.windowSize.width >= Int(Self.wideFrom)
        shutter = ShutterButton()
        cameras = CameraMenu(actions: actions)
        weak var menu: TimerMenu?
        timer = TimerMenu(actions: actions, seconds: preferences.selfTimer) { seconds in
            preferences.selfTimer = seconds
            menu?.show(seconds)
        }
        menu = timer
        Self.dress(pause.raw, "media-playback-pause-symbolic", tr("Pause Recording"))
        gtk_actionable_set_action_name(pause.raw, WindowAction.pauseRecording.detailedName)
        Self.dress(photo, "camera-photo-symbolic", tr("Take Photo"))
        gtk_center_box_set_center_widget(middle, shutter.widget.raw.widget)
        gtk_center_box_set_end_widget(middle, beside.widget)
        for side in [self.kinds, beside] {
            gtk_size_group_add_widget(UnsafeMutablePointer(sides.raw), side.widget)
        }
        adw_clamp_set_child(clamp, middle.widget)
        let deck = OpaquePointer(gtk_overlay_new())
        gtk_widget_set_halign(upper.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_margin_top(upper.widget, Self.margin / 2)
        widget = ObjectRef(sinking: Widgets.column(spacing: 0, [upper, deck]))
        Widgets.setMargins(deck, horizontal: Self.margin, vertical: Self.margin)
        gtk_overlay_set_child(deck, clamp.widget)
        let ends = [
            (lastPhoto.widget.raw, GTK_ALIGN_START), (cameras.widget.raw, GTK_ALIGN_END),
            (photo, GTK_ALIGN_END),
        ]
        for (end, alignment) in ends {
            gtk_widget_set_halign(end.widget, alignment)
            gtk_widget_set_valign(end.widget, GTK_ALIGN_CENTER)
            gtk_overlay_add_overlay(deck, end.widget)
        }
        connect(photo, "clicked") { [weak self] _ in self?.onPhoto() }
        placeKinds()
        show(isVideo: false, isRecording: false, isPaused: false)
    }

    /// Shows the present function of the shutter and its neighbours.
    func show(isVideo: Bool, isRecording: Bool, isPaused: Bool) {
        shutter.look = isRecording ? .stopRecording : isVideo ? .record : .photo
        // Replaced, not hidden and shown, which GTK 4.8 would not tell a screen reader.
        gtk_center_box_set_center_widget(beside, (isRecording ? pause.raw : timer.widget.raw).widget)
        Widgets.setVisible(photo, isRecording)
        cameras.isCovered = isRecording
        gtk_button_set_icon_name(
            pause.raw.button, isPaused ? "media-record-symbolic" : "media-playback-pause-symbolic")
        Widgets.name(pause.raw, isPaused ? tr("Resume Recording") : tr("Pause Recording"))
    }

    /// The window has this width, in logical pixels. Not while GTK lays out: children move.
    func fit(width: Int32) {
        let isWide = width >= Self.wideFrom
        guard width > 0, isWide != self.isWide else { return }
        self.isWide = isWide
        placeKinds()
    }

    private func placeKinds() {
        g_object_ref(kinds.untyped)
        defer { g_object_unref(kinds.untyped) }
        if isWide {
            if gtk_widget_get_parent(kinds.widget) == upper.widget { gtk_box_remove(upper.box, kinds.widget) }
            gtk_center_box_set_start_widget(middle, kinds.widget)
        } else {
            gtk_center_box_set_start_widget(middle, nil)
            if gtk_widget_get_parent(kinds.widget) == nil { gtk_box_append(upper.box, kinds.widget) }
        }
        Widgets.setVisible(upper, !isWide)
        gtk_size_group_set_mode(
            UnsafeMutablePointer(sides.raw), isWide ? GTK_SIZE_GROUP_HORIZONTAL : GTK_SIZE_GROUP_NONE)
        let reach = isWide ? Self.wideReach : Self.reach
        adw_clamp_set_maximum_size(clamp, reach)
        adw_clamp_set_tightening_threshold(clamp, reach)
        // Keeps room for the buttons at the ends of a narrow window. In a wide one it would raise the minimum width.
        Widgets.setMargins(clamp, horizontal: isWide ? 0 : 56 + 8, vertical: 0)
    }

    private static func dress(_ button: OpaquePointer, _ icon: String, _ name: String) {
        gtk_button_set_icon_name(button.button, icon)
        Widgets.addClasses(["deck-button", "circular"], to: button)
        Widgets.name(button, name)
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
    }
}

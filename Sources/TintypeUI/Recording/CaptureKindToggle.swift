// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// The linked pair of buttons "Photo" and "Video" beside the shutter.
final class CaptureKindToggle {
    let widget: ObjectRef
    /// Called when the other kind was chosen.
    var onChange: () -> Void = {}

    private let photo: OpaquePointer
    private let video: OpaquePointer

    /// Starts with Photo: a press right after the start takes a photo.
    init() {
        photo = OpaquePointer(gtk_toggle_button_new_with_label(tr("Photo")))
        video = OpaquePointer(gtk_toggle_button_new_with_label(tr("Video")))
        gtk_toggle_button_set_group(video.toggleButton, photo.toggleButton)
        gtk_toggle_button_set_active(photo.toggleButton, 1)
        let row = Widgets.row(spacing: 0, classes: ["linked", "mode-toggle", "kind-toggle"], [photo, video])
        gtk_widget_set_valign(row.widget, GTK_ALIGN_CENTER)
        widget = ObjectRef(sinking: row)
        connect(video, "toggled") { [weak self] _ in self?.onChange() }
    }

    var isVideo: Bool {
        get { gtk_toggle_button_get_active(video.toggleButton) != 0 }
        set { gtk_toggle_button_set_active((newValue ? video : photo).toggleButton, 1) }
    }

    /// Off while something is recorded.
    var isEnabled: Bool {
        get { gtk_widget_get_sensitive(widget.raw.widget) != 0 }
        set { gtk_widget_set_sensitive(widget.raw.widget, newValue ? 1 : 0) }
    }
}

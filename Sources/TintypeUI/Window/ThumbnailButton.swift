// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The button "Last Photo": shows the newest photo small, a burst as a stack, and opens it when pressed. Hidden until there
/// is one.
final class ThumbnailButton {
    /// In logical pixels; the picture fills it.
    private static let side: Int32 = 52

    let widget: ObjectRef
    var onPress: () -> Void = {}
    /// The pointer came or left.
    var onHover: (Bool) -> Void = { _ in }
    /// How many photos it stands for.
    var photoCount = 1 { didSet { if photoCount != oldValue { showCount() } } }
    private let image: OpaquePointer

    init() {
        let button = OpaquePointer(gtk_button_new())
        widget = ObjectRef(sinking: button)
        image = OpaquePointer(gtk_image_new())
        gtk_image_set_pixel_size(image, Self.side)
        gtk_widget_set_overflow(image.widget, GTK_OVERFLOW_HIDDEN)
        gtk_button_set_child(button.button, image.widget)
        Widgets.addClasses(["thumbnail-button"], to: button)
        Widgets.name(button, tr("Last Photo"))
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        Widgets.setVisible(button, false)
        connect(button, "clicked") { [weak self] _ in self?.onPress() }
        let motion = gtk_event_controller_motion_new().unsafelyUnwrapped
        connect(motion, "enter") { [weak self] _ in self?.onHover(true) }
        connect(motion, "leave") { [weak self] _ in self?.onHover(false) }
        gtk_widget_add_controller(button.widget, motion)
    }

    private func showCount() {
        let button = widget.raw
        let isStack = photoCount > 1
        Widgets.setClass("stack", of: button, isStack)
        tt_set_accessible_description(
            button.untyped,
            isStack ? trn("Burst of %d photo", "Burst of %d photos", photoCount) : "")
    }

    /// Makes the thumbnail of a photo, so that the large picture need not be held; nil without memory.
    func thumbnail(of picture: Picture, isMirrored: Bool) -> Thumbnail? {
        let side = Self.side * gtk_widget_get_scale_factor(widget.raw.widget)
        return Thumbnail(of: picture, side: Int(side), isMirrored: isMirrored)
    }

    /// Makes the thumbnail of a photo that is on the disk.
    func thumbnail(of photo: DecodedPhoto) -> Thumbnail {
        Thumbnail(of: photo, side: Int(Self.side * gtk_widget_get_scale_factor(widget.raw.widget)))
    }

    /// Shows a photo.
    ///
    /// - Parameters:
    ///   - thumbnail: nil if it can't be shown small.
    ///   - isNew: whether it was just taken: it drops into its place.
    func show(_ thumbnail: Thumbnail?, isNew: Bool = false) {
        if let thumbnail {
            gtk_image_set_from_paintable(image, thumbnail.texture.raw)
        } else {
            gtk_image_set_from_icon_name(image, "image-x-generic-symbolic")
        }
        gtk_image_set_pixel_size(image, thumbnail == nil ? Self.side / 2 : Self.side)
        Widgets.setVisible(widget.raw, true)
        guard isNew else { return gtk_widget_remove_css_class(widget.raw.widget, "arriving") }
        gtk_widget_add_css_class(widget.raw.widget, "arriving")
        Widgets.playAgain(widget.raw)
    }
}

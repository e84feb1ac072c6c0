// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// A part of the picture at twice the camera's own pixels, while focusing by hand.
final class Loupe {
    /// Logical pixels a side: half as many of the frame are shown, and those come in fours.
    private static let sides: ClosedRange<Int> = 96...224
    /// The part of the picture's shorter side that it takes, so that the scene can still be seen.
    private static let shareOfShorterSide = 0.4
    /// Device pixels for each of the camera's.
    private static let enlargement = 2.0
    /// How long it stays after the last turn; milliseconds.
    private static let closeDelay: UInt32 = 1500

    let widget: ObjectRef
    /// Where it looks, in parts of the frame's width and height; nil for the middle of the picture.
    var point: (x: Double, y: Double)?

    private let pictures: any PictureFeeding
    private let view: ViewfinderView
    private var target: ViewfinderTarget?
    private var picture: Picture?
    private var closing: MainTimer?

    init(pictures: any PictureFeeding) {
        self.pictures = pictures
        view = ViewfinderView(mailbox: pictures.loupe)
        tt_set_accessible_label(view.widget.raw.untyped, tr("Loupe"))
        let frame = OpaquePointer(gtk_frame_new(nil))
        widget = ObjectRef(sinking: frame)
        gtk_frame_set_child(UnsafeMutablePointer(frame), view.widget.raw.widget)
        Widgets.addClasses(["loupe"], to: frame)
        gtk_widget_set_can_target(frame.widget, 0)
        gtk_widget_set_focusable(view.widget.raw.widget, 0)
        gtk_widget_set_halign(frame.widget, GTK_ALIGN_END)
        gtk_widget_set_valign(frame.widget, GTK_ALIGN_START)
        gtk_widget_set_hexpand(view.widget.raw.widget, 0)
        gtk_widget_set_vexpand(view.widget.raw.widget, 0)
        Widgets.setVisible(frame, false)
        view.onTargetChange = { [weak self] target in
            self?.target = target
            self?.aim()
        }
    }

    /// The focus was turned: opens the loupe, or keeps it open.
    ///
    /// - Parameter picture: what is shown now.
    func open(over picture: Picture?) {
        guard let picture else { return }
        self.picture = picture
        view.isMirrored = picture.isMirrored
        fit(picture)
        Widgets.setVisible(widget.raw, true)
        aim()
        closing = .once(after: Self.closeDelay) { [weak self] in self?.close() }
    }

    private func close() {
        closing = nil
        picture = nil
        Widgets.setVisible(widget.raw, false)
        pictures.setLoupe(nil)
        view.clear()
    }

    private func fit(_ picture: Picture) {
        guard let around = gtk_widget_get_parent(widget.raw.widget), !picture.portion.size.isEmpty else {
            return
        }
        let (width, height) = (Double(picture.portion.width), Double(picture.portion.height))
        let scale = min(
            Double(gtk_widget_get_width(around)) / width, Double(gtk_widget_get_height(around)) / height)
        let requested = Int(min(width, height) * scale * Self.shareOfShorterSide) / 4 * 4
        let side = Int32(min(max(requested, Self.sides.lowerBound), Self.sides.upperBound))
        gtk_widget_set_size_request(view.widget.raw.widget, side, side)
    }

    private func aim() {
        guard let picture, var target else { return }
        let (frame, portion) = (picture.frameSize, picture.portion)
        guard !frame.isEmpty else { return }
        let side = Double(target.view.width) / Self.enlargement
        let middle = (
            x: (Double(portion.x) + Double(portion.width) / 2) / Double(frame.width),
            y: (Double(portion.y) + Double(portion.height) / 2) / Double(frame.height)
        )
        let center = point ?? middle
        target.framing = Framing(
            zoom: Double(min(frame.width, frame.height)) / max(1, side), aspect: .square, centerX: center.x,
            centerY: center.y)
        pictures.setLoupe(target)
    }
}

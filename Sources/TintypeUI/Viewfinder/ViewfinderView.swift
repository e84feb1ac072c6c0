// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Dispatch
internal import Platform

/// The live picture: a drawing area that shows the newest picture of the mailbox, one to one in device pixels.
///
///     let view = ViewfinderView(mailbox: feed.mailbox)
///     view.onTargetChange = { feed.setTarget($0) }
///     gtk_overlay_set_child(overlay, view.widget.raw.widget)
///
/// A GPU gets the frame's planes and makes the picture itself. Without one a frame costs no copy here, and allocates a few
/// small boxes for each megabyte of pixels; a large picture is drawn from its planes piece by piece, while GTK draws.
final class ViewfinderView: DrawnView {
    /// A picture and GTK's view of its pixels.
    private struct Shown {
        let picture: Picture
        let opening: Int
        let pixels: OpaquePointer
    }

    let widget: ObjectRef
    /// Called when the size in device pixels or the mirroring changed.
    var onTargetChange: (ViewfinderTarget) -> Void = { _ in }
    /// Called when a picture came that is not drawn yet, and whenever the view is drawn.
    var onArrival: () -> Void = {}
    var onDraw: () -> Void = {}
    /// Called for each picture that is about to be shown.
    var onPicture: (Picture) -> Void = { _ in }
    /// Swaps left and right of what is drawn from now on.
    var isMirrored = false { didSet { reportTarget() } }

    /// Which part of each frame is drawn from now on.
    var framing = Framing.whole { didSet { reportTarget() } }
    /// Called when the GPU turns out to be emulated by the processor.
    var onSoftwareGPU: () -> Void = {}
    /// Called when the picture's place or size changed.
    var onAreaChange: () -> Void = {}

    private let mailbox: PictureMailbox
    /// GTK's recorded drawing keeps the previous picture's pixels until the next one is on the screen.
    private var shown: Shown?
    /// The present target; nil before the first layout.
    private(set) var target: ViewfinderTarget?
    /// nil without a GPU, before the first layout, and if the GPU can't do it.
    private var painter: PlanePainter?
    private var hasLookedForPainter = false
    private var flash = Flash()
    /// Redraws the flash while no camera does.
    private var flashTimer: MainTimer?

    init(mailbox: PictureMailbox) {
        self.mailbox = mailbox
        let area = Drawing.area(GTK_ACCESSIBLE_ROLE_IMG)
        widget = ObjectRef(sinking: area.widget)
        area.drawing.view = self
        Widgets.name(widget.raw, tr("Viewfinder"))
        gtk_widget_set_has_tooltip(widget.raw.widget, 0)
        gtk_widget_set_focusable(widget.raw.widget, 1)
        gtk_widget_set_hexpand(widget.raw.widget, 1)
        gtk_widget_set_vexpand(widget.raw.widget, 1)
        connect(widget.raw, "resize") { [weak self] _ in self?.reportTarget() }
        DeviceScale.follow(widget.raw) { [weak self] in self?.reportTarget() }
        connect(widget.raw, "unrealize") { [weak self] _ in
            guard let self else { return }
            forget()
            (painter, hasLookedForPainter) = (nil, false)
        }
        mailbox.onArrival { [weak self] in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.pictureArrived() } }
        }
    }

    isolated deinit {
        mailbox.onArrival(nil)
        forget()
    }

    /// From places in this widget to places in the sensor's picture; nil while there is no picture.
    var mapping: ViewfinderMapping? {
        guard let shown, let target else { return nil }
        let geometry = ViewfinderGeometry(source: shown.picture.portion.size, view: target.view)
        return ViewfinderMapping(
            geometry: geometry, scale: DeviceScale.of(widget.raw), isMirrored: shown.picture.isMirrored,
            crop: .shown(by: shown.picture))
    }

    /// The picture that is on the screen; nil while there is none.
    var picture: Picture? { shown?.picture }

    /// The picture that is on the screen, where it is of this opening of a camera: the last one of the opening before stays
    /// there until the next comes.
    func picture(ofOpening opening: Int) -> Picture? { shown?.opening == opening ? shown?.picture : nil }

    /// Shows nothing: the last picture of a missing camera would look frozen.
    func clear() {
        _ = mailbox.take()
        forget()
        redraw()
    }

    /// Shows for a moment that the picture was taken.
    func showFlash() {
        flash.start()
        redraw()
        flashTimer = MainTimer(every: 33) { [weak self] in
            self?.redraw()
            return self?.flash.isOn ?? false
        }
    }

    private func pictureArrived() {
        onArrival()
        redraw()
    }

    private func redraw() { gtk_widget_queue_draw(widget.raw.widget) }

    private func reportTarget() {
        // A picture of the same size may have another place.
        areaChanged()
        let size = DeviceScale.size(of: widget.raw)
        let target = ViewfinderTarget(
            view: size, isMirrored: isMirrored, framing: framing, planes: planeUse())
        guard !size.isEmpty, target != self.target else { return }
        self.target = target
        onTargetChange(target)
    }

    private func planeUse() -> ViewfinderTarget.PlaneUse {
        if tt_widget_is_drawn_by_cairo(widget.raw.widget) != 0 { return .large }
        if !hasLookedForPainter, gtk_widget_get_realized(widget.raw.widget) != 0 {
            hasLookedForPainter = true
            painter = PlanePainter(widget.raw.widget)
            if painter?.isSoftware == true { onSoftwareGPU() }
        }
        return painter == nil ? .never : .all
    }

    func draw(into snapshot: OpaquePointer, width: Int, height: Int) {
        onDraw()
        if let newest = mailbox.take() { replace(with: newest.picture, ofOpening: newest.opening) }
        defer { drawFocus(into: snapshot, width: width, height: height) }
        guard let shown else { return }
        let scale = DeviceScale.of(widget.raw)
        let geometry = ViewfinderGeometry(
            source: shown.picture.portion.size, view: DeviceScale.size(width, height, on: widget.raw))
        tt_pixels_append(
            shown.pixels, snapshot, Double(geometry.left), Double(geometry.top),
            Double(geometry.picture.width), Double(geometry.picture.height), scale,
            tt_widget_is_drawn_by_cairo(widget.raw.widget))
        flash.draw(into: snapshot, over: PictureArea(geometry, scale: scale).bounds)
    }

    /// The focus ring, for keyboard users.
    private func drawFocus(into snapshot: OpaquePointer, width: Int, height: Int) {
        guard gtk_widget_has_visible_focus(widget.raw.widget) != 0 else { return }
        FocusRing.draw(into: snapshot, width: width, height: height)
    }

    private func replace(with picture: Picture, ofOpening opening: Int) {
        guard let pixels = pixels(of: picture) else { return }
        if shown?.picture.size != picture.size { areaChanged() }
        forget()
        shown = Shown(picture: picture, opening: opening, pixels: pixels)
        onPicture(picture)
    }

    /// nil without memory.
    private func pixels(of picture: Picture) -> OpaquePointer? {
        if let pixels = painter?.pixels(of: picture) { return pixels }
        let (width, height) = (Int32(picture.size.width), Int32(picture.size.height))
        if let drawing = picture.drawing, tt_widget_is_drawn_by_cairo(widget.raw.widget) != 0 {
            return tt_pixels_new_drawn(
                drawLines, width, height, Int32(picture.stride), Box<any PictureDrawing>(drawing).retained(),
                releaseBox)
        }
        return picture.memory.flatMap {
            tt_pixels_new(
                $0.pixels, width, height, Int32(picture.stride), Box($0).retained(), releaseBox)
        }
    }

    /// Called after the drawing that found it, as GTK accepts no redraw request while it draws.
    private func areaChanged() {
        DispatchQueue.main.async { MainActor.assumeIsolated { [weak self] in self?.onAreaChange() } }
    }

    private func forget() {
        if let shown { tt_pixels_unref(shown.pixels) }
        shown = nil
    }
}

/// Draws lines of a picture for GTK.
nonisolated private let drawLines: tt_draw_lines = { box, top, lines, memory, stride in
    guard let box, let memory else { return false }
    let lines = Int(top)..<Int(top + lines)
    return Box<any PictureDrawing>.borrow(box).value.draw(lines, into: memory, stride: Int(stride))
}

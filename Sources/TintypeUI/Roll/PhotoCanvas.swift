// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// Shows one photo at a time, fitted or enlarged; dragging moves it, and slides to its neighbours.
///
///     canvas.show(photo, before: newer, after: older)
///     canvas.onStep = { step in … }
///
/// Draws pixels that are ready for it: a fitted photo one to one, so that a frame of a slide costs two copies.
final class PhotoCanvas: DrawnView {
    /// Logical pixels between two photos that slide.
    private static let gap = 24.0
    private static let slideTime: UInt32 = 220
    private static let zoomTime: UInt32 = 160
    /// The part of the view that a photo must be dragged, or the speed of the drag, to go to the next one; the speed in
    /// logical pixels a second.
    private static let wayToStep = 0.3
    private static let speedToStep = 500.0

    let widget: ObjectRef
    /// The person wants a neighbour: -1 is the newer one.
    var onStep: (Int) -> Void = { _ in }
    /// The size in device pixels changed.
    var onResize: () -> Void = {}
    /// The photo was enlarged, or fits again.
    var onZoom: () -> Void = {}

    private let pictures: RollPictures
    /// Stands in for a photo until it is decoded.
    private let thumbnail: (RollPhoto) -> RollPictures.Decoded?
    private var photo: RollPhoto?
    /// The picture of the video in front that is due; nil if it is not played.
    var playing: RollPictures.Decoded? { didSet { redraw() } }
    private var neighbours: (before: RollPhoto?, after: RollPhoto?) = (nil, nil)
    private var pose: PhotoPlacement?
    /// The photo's distance from its place, in logical pixels.
    private var offset = 0.0
    private var slide: Tween?
    private var zooming: Tween?
    /// The rectangle that the photo grows out of, in logical pixels of this widget, and the progress, 0…1.
    private var origin: (rect: graphene_rect_t, openness: Double)?
    /// Whether the photo is being dragged.
    private var isHeld = false
    private var offsetAtDrag = 0.0
    private var dragged = (x: 0.0, y: 0.0)
    private var scaleAtPinch = 1.0
    private var pointer = (x: 0.0, y: 0.0)
    private var notches = Notches()

    init(_ pictures: RollPictures, thumbnail: @escaping (RollPhoto) -> RollPictures.Decoded?) {
        self.pictures = pictures
        self.thumbnail = thumbnail
        let area = Drawing.area(GTK_ACCESSIBLE_ROLE_IMG)
        widget = ObjectRef(sinking: area.widget)
        area.drawing.view = self
        Widgets.addClasses(["photo-canvas"], to: widget.raw)
        gtk_widget_set_focusable(widget.raw.widget, 1)
        gtk_widget_set_hexpand(widget.raw.widget, 1)
        gtk_widget_set_vexpand(widget.raw.widget, 1)
        connect(widget.raw, "resize") { [weak self] _ in self?.resized() }
        DeviceScale.follow(widget.raw) { [weak self] in self?.resized() }
        addGestures()
    }

    /// In device pixels.
    var size: PixelSize { DeviceScale.size(of: widget.raw) }

    /// Device pixels for each of the photo's, in per cent; nil while nothing is known of it.
    var percent: Int? { pose.map { Int(($0.scale * 100).rounded()) } }

    var isEnlarged: Bool { pose.map { !$0.isWhole } ?? false }

    // MARK: What is shown

    /// - Parameter step: the side from which it slides in: 1 for the next photo, -1 for the previous one, 0 to show it at
    ///   once.
    func show(_ photo: RollPhoto?, before: RollPhoto?, after: RollPhoto?, step: Int = 0) {
        neighbours = (before, after)
        if photo != self.photo {
            self.photo = photo
            (pose, playing) = (nil, nil)
            if step != 0 {
                offset += Double(step) * (Double(gtk_widget_get_width(widget.raw.widget)) + Self.gap)
            }
            if step == 0 { offset = 0 }
            settle()
        }
        photoArrived()
    }

    /// A photo that may be shown was decoded.
    func photoArrived() {
        if let photo, let full = (pictures.fitted(photo) ?? thumbnail(photo))?.photo.fullSize,
            pose?.photo != full
        {
            pose = PhotoPlacement(full, in: size)
            onZoom()
        }
        redraw()
    }

    private func resized() {
        pose?.resize(to: size)
        onResize()
        onZoom()
        redraw()
    }

    private func redraw() { gtk_widget_queue_draw(widget.raw.widget) }

    // MARK: Opening

    /// Draws the photo growing from, or shrinking to, a place outside.
    ///
    /// - Parameters:
    ///   - origin: in logical pixels of this widget.
    ///   - openness: 0 at the origin, 1 at its own place.
    func grow(from origin: graphene_rect_t, openness: Double) {
        self.origin = openness < 1 ? (origin, openness) : nil
        redraw()
    }

    // MARK: Zoom

    /// - Parameter point: in logical pixels; nil for the middle.
    func zoom(to scale: Double, at point: (x: Double, y: Double)? = nil, slowly: Bool = true) {
        guard let pose else { return }
        let (width, height) = (Double(pose.view.width), Double(pose.view.height))
        let place = point.map { ($0.x * self.scale, $0.y * self.scale) } ?? (width / 2, height / 2)
        if let photo, scale > pose.fittingScale { pictures.wantWhole(photo) }
        guard slowly else { return zoomed(to: scale, at: place) }
        zooming = Tween(on: widget.raw, from: pose.scale, to: scale, milliseconds: Self.zoomTime) {
            [weak self] in self?.zoomed(to: $0, at: place)
        }
    }

    private func zoomed(to scale: Double, at place: (Double, Double)) {
        pose?.zoom(to: scale, atX: place.0, atY: place.1)
        onZoom()
        redraw()
    }

    func zoom(by factor: Double) {
        if let pose { zoom(to: pose.scale * factor, at: nil) }
    }

    func zoomToFit() { zoom(to: pose?.fittingScale ?? 1) }

    /// Moves an enlarged photo.
    ///
    /// - Returns: false if it is not enlarged.
    func pan(byX x: Double, y: Double) -> Bool {
        guard isEnlarged else { return false }
        pose?.pan(byX: x * scale, y: y * scale)
        redraw()
        return true
    }

    // MARK: Hands

    private var scale: Double { DeviceScale.of(widget.raw) }

    private func addGestures() {
        addDrag()
        addPinch()
        addWheel()
        let click = gtk_gesture_click_new().unsafelyUnwrapped
        connect(click, "pressed") { [weak self] call in
            guard let self else { return }
            gtk_widget_grab_focus(self.widget.raw.widget)
            guard call.int(0) == 2, let pose = self.pose else { return }
            self.zoom(to: pose.nextStop, at: (call.double(1), call.double(2)))
        }
        gtk_widget_add_controller(widget.raw.widget, click)
        let motion = gtk_event_controller_motion_new().unsafelyUnwrapped
        connect(motion, "motion") { [weak self] call in self?.pointer = (call.double(0), call.double(1)) }
        gtk_widget_add_controller(widget.raw.widget, motion)
    }

    private func addDrag() {
        let drag = gtk_gesture_drag_new().unsafelyUnwrapped
        connect(drag, "drag-begin") { [weak self] _ in self?.takeHold() }
        connect(drag, "drag-update") { [weak self] call in self?.dragged(to: (call.double(0), call.double(1)))
        }
        connect(drag, "cancel") { [weak self] _ in self?.dropped(speed: 0) }
        gtk_widget_add_controller(widget.raw.widget, drag)
        let swipe = gtk_gesture_swipe_new().unsafelyUnwrapped
        // GTK reports this at the end of every drag, however slow.
        connect(swipe, "swipe") { [weak self] call in self?.dropped(speed: call.double(0)) }
        gtk_widget_add_controller(widget.raw.widget, swipe)
        gtk_gesture_group(swipe, drag)
    }

    private func takeHold() {
        slide = nil
        (isHeld, offsetAtDrag, dragged) = (true, offset, (0, 0))
    }

    private func dragged(to way: (x: Double, y: Double)) {
        defer { dragged = way }
        if pan(byX: way.x - dragged.x, y: way.y - dragged.y) { return }
        let wanted = offsetAtDrag + way.x
        // At the ends the photo resists.
        let isEnd = wanted > 0 ? neighbours.before == nil : neighbours.after == nil
        offset = isEnd ? wanted / 3 : wanted
        redraw()
    }

    /// - Parameter speed: logical pixels a second, to the right.
    private func dropped(speed: Double) {
        guard isHeld else { return }
        isHeld = false
        guard !isEnlarged, offset != 0 else { return }
        let far = Double(gtk_widget_get_width(widget.raw.widget)) * Self.wayToStep
        let meansIt = abs(speed) > Self.speedToStep && (speed > 0) == (offset > 0)
        if offset > 0, neighbours.before != nil, meansIt || offset > far { return onStep(-1) }
        if offset < 0, neighbours.after != nil, meansIt || offset < -far { return onStep(1) }
        settle()
    }

    /// Slides to the photo's place.
    private func settle() {
        guard offset != 0 else {
            slide = nil
            return redraw()
        }
        slide = Tween(on: widget.raw, from: offset, to: 0, milliseconds: Self.slideTime) { [weak self] in
            self?.offset = $0
            self?.redraw()
        }
    }

    private func addPinch() {
        let pinch = gtk_gesture_zoom_new().unsafelyUnwrapped
        connect(pinch, "begin") { [weak self] _ in
            guard let self else { return }
            (self.scaleAtPinch, self.zooming, self.offset) = (self.pose?.scale ?? 1, nil, 0)
        }
        connect(pinch, "scale-changed") { [weak self] call in
            var (x, y) = (0.0, 0.0)
            gtk_gesture_get_bounding_box_center(pinch, &x, &y)
            guard let self else { return }
            self.zoom(to: self.scaleAtPinch * call.double(0), at: (x, y), slowly: false)
        }
        gtk_widget_add_controller(widget.raw.widget, pinch)
    }

    /// With Ctrl the wheel zooms; otherwise it moves an enlarged photo, or steps through fitted ones. Photos follow two
    /// fingers on a touchpad like one finger on the screen.
    private func addWheel() {
        let flags =
            GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES.rawValue | GTK_EVENT_CONTROLLER_SCROLL_KINETIC.rawValue
        let scroll = gtk_event_controller_scroll_new(GtkEventControllerScrollFlags(flags)).unsafelyUnwrapped
        connect(scroll, "scroll") { [weak self] call in
            let state = gtk_event_controller_get_current_event_state(scroll)
            let zooms = state.rawValue & GDK_CONTROL_MASK.rawValue != 0
            if !zooms, let self, let (x, y) = Touchpad.way(of: scroll, call) {
                if !self.isHeld { self.takeHold() }
                self.dragged(to: (self.dragged.x + x, self.dragged.y + y))
            } else {
                self?.scrolled(call.double(0), call.double(1), scroll, zooms)
            }
            call.answer(true)
        }
        // The fingers left the touchpad.
        connect(scroll, "decelerate") { [weak self] call in self?.dropped(speed: -call.double(0)) }
        gtk_widget_add_controller(widget.raw.widget, scroll)
    }

    private func scrolled(_ x: Double, _ y: Double, _ scroll: OpaquePointer, _ zooms: Bool) {
        if zooms {
            zooming = nil
            let turn = notches.turn(y, scroll) ?? 0
            for _ in 0..<abs(turn) {
                guard let pose else { return }
                zoom(to: pose.scale * (turn < 0 ? 1.25 : 0.8), at: pointer, slowly: false)
            }
            return
        }
        let way = (x: -40 * Notches.count(x, scroll), y: -40 * Notches.count(y, scroll))
        if pan(byX: way.x, y: way.y) { return }
        if let turn = notches.turn(abs(x) > abs(y) ? x : y, scroll) { onStep(turn.signum()) }
    }

    // MARK: Drawing

    func draw(into snapshot: OpaquePointer, width: Int, height: Int) {
        guard let photo else { return }
        draw(photo, at: offset, into: snapshot)
        let step = Double(width) + Self.gap
        if offset > 0, let before = neighbours.before { draw(before, at: offset - step, into: snapshot) }
        if offset < 0, let after = neighbours.after { draw(after, at: offset + step, into: snapshot) }
        drawFocus(into: snapshot, width: width, height: height)
    }

    /// - Parameter offset: from its place, in logical pixels.
    private func draw(_ photo: RollPhoto, at offset: Double, into snapshot: OpaquePointer) {
        let view = size
        let isFront = photo == self.photo
        let whole = isFront && isEnlarged ? pictures.whole(photo) : nil
        let video = isFront ? playing : nil
        guard let decoded = video ?? whole ?? pictures.fitted(photo) ?? thumbnail(photo) else { return }
        let pose = isFront ? pose : PhotoPlacement(decoded.photo.fullSize, in: view)
        guard let pose else { return }
        var place = pose.place
        if isFront, let origin { place = onItsWay(place, origin.rect, origin.openness) }
        place.x += (offset * scale).rounded()
        // Ignores the rounding of the size, so that 1:1 stays exact.
        let size = decoded.photo.size
        if abs(place.width - Double(size.width)) <= 1, abs(place.height - Double(size.height)) <= 1 {
            (place.width, place.height) = (Double(size.width), Double(size.height))
        }
        // While it grows or shrinks, it is visible outside too.
        let clip = isFront && origin != nil ? PixelSize(width: 0, height: 0) : view
        tt_pixels_append_scaled(
            decoded.pixels, snapshot, place.x, place.y, place.width, place.height, Double(clip.width),
            Double(clip.height), scale, tt_widget_is_drawn_by_cairo(widget.raw.widget))
    }

    private func onItsWay(
        _ place: (x: Double, y: Double, width: Double, height: Double), _ origin: graphene_rect_t,
        _ part: Double
    ) -> (x: Double, y: Double, width: Double, height: Double) {
        // Starts with the size at which the thumbnail's square shows the photo's middle.
        let side = Double(origin.size.width) * scale
        let shrunk = side / max(1, min(place.width, place.height))
        let (width, height) = (place.width * shrunk, place.height * shrunk)
        let (x, y) = (
            (Double(origin.origin.x) + Double(origin.size.width) / 2) * scale - width / 2,
            (Double(origin.origin.y) + Double(origin.size.height) / 2) * scale - height / 2
        )
        func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * part }
        return (
            between(x, place.x), between(y, place.y), between(width, place.width),
            between(height, place.height)
        )
    }

    /// For keyboard users.
    private func drawFocus(into snapshot: OpaquePointer, width: Int, height: Int) {
        guard gtk_widget_has_visible_focus(widget.raw.widget) != 0, origin == nil else { return }
        FocusRing.draw(into: snapshot, width: width, height: height)
    }
}

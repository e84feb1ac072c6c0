// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The roll's page: a bar on top, the photo with its overlays, the film strip and the buttons below; or all photos.
///
/// Only layout: the controller decides what is shown and what the buttons do.
final class RollPage {
    /// Logical pixels.
    private static let stripSide: Int32 = 56
    /// With the edges of the cells and the strip (style.css).
    private static let stripHeight: Int32 = 72
    private static let gridSide: Int32 = 148
    /// The edges in style.css around a square of the grid, and around the grid.
    private static let (cellEdge, gridEdge): (Int32, Int32) = (10, 8)

    let widget: ObjectRef
    let canvas: PhotoCanvas
    let details: DetailsPanel
    let playback: RollPlayback
    /// The photo at an index was chosen, in the film strip, or in the grid, in which the keyboard chooses.
    var onChoose: (Int) -> Void = { _ in }

    /// Short messages, over the photo, or over all of them.
    var toasts: Toasts { isGrid ? gridToasts : photoToasts }

    private let photoToasts = Toasts()
    private let gridToasts = Toasts()
    private var fitting: MainTimer?
    private let stack = OpaquePointer(gtk_stack_new())
    private let title = Widgets.label("", classes: ["title"])
    /// The photo's date, in full and short.
    private let dates = [0, 1].map { _ in Widgets.label("", classes: ["subtitle", "caption"]) }
    private let message = Widgets.label("", classes: ["title-4"], wraps: true)
    private let explanation = Widgets.label("", classes: ["dim-label"], wraps: true)
    private let messageBox: OpaquePointer
    private let saving = PictureLabel(tr("Saving…"), at: GTK_ALIGN_START)
    private let zoom = PictureLabel(
        classes: ["pill-words", "numeric"], at: GTK_ALIGN_CENTER, GTK_ALIGN_END)
    private let burst: OpaquePointer
    private let keepOne: OpaquePointer
    /// Over a video.
    private let play = button("media-playback-start-symbolic", tr("Play"), .rollPlay)
    private let gridToggle = OpaquePointer(gtk_toggle_button_new())
    /// The photos' names; cells ask for their pictures.
    private let names = ObjectRef(adopting: gtk_string_list_new(nil))
    private let selection: ObjectRef
    private let stripCells: PhotoCells
    private let gridCells: PhotoCells
    private let strip: OpaquePointer
    private let grid: OpaquePointer
    private let stripScroller = OpaquePointer(gtk_scrolled_window_new())
    private let photoButtons: [OpaquePointer]
    /// The bars above and below the photo.
    private var edges: [OpaquePointer] = []
    private var isChoosing = false
    /// Whether the list has changed below the keyboard: a photo that goes takes it along.
    private var isFocusLost = false
    private var listed: [RollPlace] = []
    private var centering: MainTimer?

    /// - Parameters:
    ///   - roll: plays videos, and knows details.
    ///   - place, words: the place at an index, and its words for a screen reader.
    init(
        _ roll: any PhotoBrowsing, _ pictures: RollPictures, _ thumbnails: RollThumbnails,
        place: @escaping (Int) -> RollPlace?, words: @escaping (Int) -> String
    ) {
        canvas = PhotoCanvas(pictures) { thumbnails[$0] }
        playback = RollPlayback(canvas, roll)
        details = DetailsPanel(roll)
        stripCells = PhotoCells(side: Self.stripSide, thumbnails, place: place, words: words)
        gridCells = PhotoCells(side: Self.gridSide, thumbnails, place: place, words: words)
        g_object_ref(names.raw.untyped)
        let selection = gtk_single_selection_new(names.raw).unsafelyUnwrapped
        self.selection = ObjectRef(adopting: selection)
        g_object_ref(selection.untyped)
        g_object_ref(stripCells.factory.raw.untyped)
        strip = OpaquePointer(gtk_list_view_new(selection, stripCells.factory.raw))
        g_object_ref(gridCells.factory.raw.untyped)
        grid = OpaquePointer(gtk_grid_view_new(nil, gridCells.factory.raw))
        burst = Self.pillButton(.rollBurst)
        keepOne = Self.pillButton(.rollKeep)
        photoButtons = [
            Self.button("user-trash-symbolic", tr("Move to Trash"), .rollTrash),
            Self.button("object-rotate-left-symbolic", tr("Turn Left"), .rollTurnLeft),
            Self.button("object-rotate-right-symbolic", tr("Turn Right"), .rollTurnRight),
            Self.button("edit-copy-symbolic", tr("Copy"), .rollCopy),
            Self.button("help-about-symbolic", tr("Details"), .rollDetails),
            Self.menuButton(),
        ]
        messageBox = Widgets.column(spacing: 6, classes: ["roll-message"], [message, explanation])
        let page = OpaquePointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        widget = ObjectRef(sinking: page)
        Widgets.addClasses(["roll-page"], to: page)
        let header = header()
        edges.append(header)
        gtk_box_append(page.box, header.widget)
        gtk_box_append(page.box, stack.widget)
        assembleStack()
        connect(selection, "notify::selected") { [weak self] _ in self?.selected() }
        connect(grid, "activate") { [weak self] call in self?.opened(Int(call.uint(0))) }
        gridCells.onClick = { [weak self] in self?.opened($0) }
        gridCells.onFocus = { [weak self] index in
            guard let self, self.isGrid, !self.isChoosing else { return }
            self.onChoose(index)
        }
    }

    // MARK: Layout

    private static func button(_ icon: String, _ name: String, _ action: WindowAction) -> OpaquePointer {
        let button = OpaquePointer(gtk_button_new_from_icon_name(icon))
        Widgets.name(button, name)
        gtk_actionable_set_action_name(button, action.detailedName)
        Widgets.addClasses(["flat", "roll-button"], to: button)
        return button
    }

    private static func pillButton(_ action: WindowAction) -> OpaquePointer {
        let button = OpaquePointer(gtk_button_new_with_label(""))
        Widgets.addClasses(["roll-pill"], to: button)
        gtk_actionable_set_action_name(button, action.detailedName)
        Widgets.setVisible(button, false)
        return button
    }

    private func header() -> OpaquePointer {
        let bar = OpaquePointer(adw_header_bar_new())
        // Without room the date is not cut, but shown in its short form.
        let date = OpaquePointer(adw_squeezer_new()).unsafelyUnwrapped
        adw_squeezer_set_allow_none(date, 1)
        adw_squeezer_set_homogeneous(date, 0)
        for label in dates { adw_squeezer_add(date, label.widget) }
        // Large letters must not push the window's own buttons out of a narrow window.
        gtk_label_set_ellipsize(title, PANGO_ELLIPSIZE_END)
        let titles = Widgets.column(spacing: 0, [title, date])
        gtk_widget_set_valign(titles.widget, GTK_ALIGN_CENTER)
        adw_header_bar_set_title_widget(bar, titles.widget)
        let back = Self.button("go-previous-symbolic", tr("Back to Camera"), .rollClose)
        adw_header_bar_pack_start(bar, back.widget)
        let toggle = gridToggle
        gtk_button_set_icon_name(toggle.button, "view-grid-symbolic")
        Widgets.name(toggle, tr("All Photos"))
        connect(toggle, "toggled") { [weak self] _ in self?.gridToggled() }
        adw_header_bar_pack_end(bar, toggle.widget)
        return bar
    }

    private func assembleStack() {
        gtk_stack_set_transition_type(stack, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_set_transition_duration(stack, 120)
        gtk_widget_set_vexpand(stack.widget, 1)
        gtk_stack_add_named(stack, photoPage().widget, "photo")
        let scroller = OpaquePointer(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller, grid.widget)
        gtk_widget_set_focusable(scroller.widget, 0)
        adw_toast_overlay_set_child(gridToasts.widget.raw, scroller.widget)
        // The grid's new width, though not during the allocation that changes it.
        connect(OpaquePointer(gtk_scrolled_window_get_hadjustment(scroller)), "notify::page-size") {
            [weak self] _ in
            self?.fitting = .once(after: 0) { [weak self] in self?.fitColumns(into: scroller) }
        }
        tt_set_accessible_label(grid.untyped, tr("All Photos"))
        Widgets.addClasses(["photo-grid"], to: grid)
        gtk_stack_add_named(stack, gridToasts.widget.raw.widget, "grid")
    }

    /// Limits the columns to the room: GTK makes cells for thirty rows of the maximum number of columns, each with a
    /// picture.
    private func fitColumns(into scroller: OpaquePointer) {
        let width = gtk_adjustment_get_page_size(gtk_scrolled_window_get_hadjustment(scroller))
        let room = Int32(width) - Self.gridEdge
        let columns = max(1, room / (Self.gridSide + Self.cellEdge))
        if guint(columns) != gtk_grid_view_get_max_columns(grid) {
            gtk_grid_view_set_max_columns(grid, guint(columns))
        }
        // Equal gaps.
        gridCells.resize(to: max(Self.gridSide, room / columns - Self.cellEdge))
    }

    private func photoPage() -> OpaquePointer {
        let overlay = OpaquePointer(gtk_overlay_new())
        gtk_overlay_set_child(overlay, canvas.widget.raw.widget)
        Widgets.center(messageBox)
        gtk_widget_set_can_target(messageBox.widget, 0)
        Widgets.setVisible(messageBox, false)
        let pills = Widgets.row(spacing: 8, [burst, keepOne])
        gtk_widget_set_halign(pills.widget, GTK_ALIGN_START)
        gtk_widget_set_valign(pills.widget, GTK_ALIGN_END)
        Widgets.setMargins(pills, horizontal: 12, vertical: 12)
        Widgets.center(play)
        Widgets.addClasses(["play-button", "circular"], to: play)
        Widgets.setVisible(play, false)
        for layer in [
            messageBox, saving.widget.raw, zoom.widget.raw, pills, play, playback.bar.raw, details.widget.raw,
        ] {
            gtk_overlay_add_overlay(overlay, layer.widget)
        }
        adw_toast_overlay_set_child(photoToasts.widget.raw, overlay.widget)
        let below = [filmStrip(), buttons()]
        edges += below
        return Widgets.column(spacing: 0, [photoToasts.widget.raw] + below)
    }

    /// How large the canvas will be, in device pixels.
    ///
    /// - Parameter host: the widget that the page will fill.
    func canvasSize(in host: OpaquePointer) -> PixelSize {
        let (width, height) = (gtk_widget_get_width(host.widget), gtk_widget_get_height(host.widget))
        let taken = edges.reduce(Int32(0)) { sum, edge in
            var natural: Int32 = 0
            gtk_widget_measure(edge.widget, GTK_ORIENTATION_VERTICAL, width, nil, &natural, nil, nil)
            return sum + natural
        }
        return DeviceScale.size(Int(width), Int(max(0, height - taken)), on: host)
    }

    private func filmStrip() -> OpaquePointer {
        let scroller = stripScroller
        gtk_orientable_set_orientation(strip, GTK_ORIENTATION_HORIZONTAL)
        // As arrow keys and the photos' slide go, which are not text.
        gtk_widget_set_direction(strip.widget, GTK_TEXT_DIR_LTR)
        tt_set_accessible_label(strip.untyped, tr("Film Strip"))
        Widgets.addClasses(["film-strip"], to: strip)
        // Arrow keys move through the photos wherever the focus is, so the strip needs none.
        gtk_widget_set_focusable(strip.widget, 0)
        gtk_widget_set_focusable(scroller.widget, 0)
        gtk_widget_set_can_focus(strip.widget, 0)
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER)
        gtk_scrolled_window_set_child(scroller, strip.widget)
        Widgets.addClasses(["film-scroller"], to: scroller)
        // Reserves the room, so that the canvas has its size before anything is listed.
        gtk_widget_set_size_request(scroller.widget, -1, Self.stripHeight)
        let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL).unsafelyUnwrapped
        gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
        var notches = Notches()
        connect(wheel, "scroll") { [weak self] call in
            let turn = notches.turn(call.double(1), wheel) ?? 0
            for _ in 0..<abs(turn) { self?.canvas.onStep(turn.signum()) }
            call.answer(true)
        }
        gtk_widget_add_controller(scroller.widget, wheel)
        return scroller
    }

    private static func menuButton() -> OpaquePointer {
        let button = Menus.button("view-more-symbolic", tr("Photo Menu"), classes: ["flat"])
        Menus.set(RollMenu.entries, of: button)
        return button
    }

    private func buttons() -> OpaquePointer {
        let row = Widgets.row(spacing: 4, classes: ["roll-buttons"], photoButtons)
        gtk_widget_set_halign(row.widget, GTK_ALIGN_CENTER)
        return row
    }

    // MARK: What is shown

    /// Whether all photos are shown, to find one.
    var isGrid: Bool {
        get { gtk_toggle_button_get_active(gridToggle.toggleButton) != 0 }
        set { gtk_toggle_button_set_active(gridToggle.toggleButton, newValue ? 1 : 0) }
    }

    private func gridToggled() {
        // Cells and their pictures exist only while the grid is visible.
        gtk_grid_view_set_model(grid, isGrid ? selection.raw : nil)
        // The stack gives the keyboard to whatever is first.
        isChoosing = true
        gtk_stack_set_visible_child_name(stack, isGrid ? "grid" : "photo")
        isChoosing = false
        guard isGrid else {
            isFocusLost = false
            gtk_widget_grab_focus(canvas.widget.raw.widget)
            return
        }
        focusSelected()
    }

    /// A photo of the grid was clicked, or Return was pressed on it.
    private func opened(_ index: Int) {
        isGrid = false
        onChoose(index)
    }

    /// Gives the keyboard to the selected photo of the grid.
    private func focusSelected() {
        isFocusLost = false
        let selected = gtk_single_selection_get_selected(selection.raw)
        gtk_widget_activate_action_variant(
            grid.widget, "list.scroll-to-item", g_variant_new_uint32(selected))
        if !gridCells.grabFocus(Int(selected)) { gtk_widget_grab_focus(grid.widget) }
    }

    var count: Int { listed.count }

    /// Shows these places in the film strip and the grid.
    func list(_ places: [RollPlace]) {
        guard places != listed else { return }
        let flags = gtk_widget_get_state_flags(grid.widget).rawValue
        if isGrid, flags & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0 { isFocusLost = true }
        isChoosing = true
        defer { isChoosing = false }
        let same = zip(places, listed).prefix { $0 == $1 }.count
        let rest = min(places.count, listed.count) - same
        let tail = zip(places.reversed(), listed.reversed()).prefix(rest).prefix { $0 == $1 }.count
        let new = places[same..<(places.count - tail)]
        let removed = listed.count - tail - same
        listed = places
        var words: [UnsafeMutablePointer<CChar>?] = new.map { g_strdup($0.photo.entry?.name ?? "") }
        words.append(nil)
        words.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: UnsafePointer<CChar>?.self) {
                gtk_string_list_splice(names.raw, UInt32(same), UInt32(removed), $0.baseAddress)
            }
        }
        for word in words { g_free(word) }
        for cells in [stripCells, gridCells] { cells.nameAll() }
    }

    /// The photo at an index has changed: its cells load it again.
    func refresh(_ index: Int) {
        guard listed.indices.contains(index) else { return }
        isChoosing = true
        defer { isChoosing = false }
        let name = g_strdup(listed[index].photo.entry?.name ?? "")
        defer { g_free(name) }
        var words: [UnsafePointer<CChar>?] = [UnsafePointer(name), nil]
        gtk_string_list_splice(names.raw, UInt32(index), 1, &words)
        select(index)
    }

    /// Marks the photo in front, in the middle of the film strip.
    func select(_ index: Int) {
        isChoosing = true
        gtk_single_selection_set_selected(selection.raw, UInt32(index))
        isChoosing = false
        if isFocusLost { focusSelected() }
        centering = .once(after: 0) { [weak self] in self?.center(index) }
    }

    private func center(_ index: Int) {
        guard let adjustment = gtk_scrolled_window_get_hadjustment(stripScroller) else { return }
        let (upper, page) = (gtk_adjustment_get_upper(adjustment), gtk_adjustment_get_page_size(adjustment))
        guard !listed.isEmpty, upper > page else { return }
        let cell = upper / Double(listed.count)
        gtk_adjustment_set_value(adjustment, (Double(index) + 0.5) * cell - page / 2)
    }

    private func selected() {
        let index = gtk_single_selection_get_selected(selection.raw)
        guard !isChoosing, index != GTK_INVALID_LIST_POSITION, !isGrid else { return }
        onChoose(Int(index))
    }

    /// - Parameters:
    ///   - place: nil if there is no photo.
    ///   - length: of a video.
    ///   - fault: why it, or the folder, can't be shown.
    func describe(_ place: RollPlace?, _ index: Int, of count: Int, length: Duration?, fault: PhotoFault?) {
        let now = RollWording.now
        gtk_label_set_text(title, place == nil ? tr("Photos") : RollWording.position(index, of: count))
        for (label, isShort) in zip(dates, [false, true]) {
            let when = place.map { RollWording.title($0.photo.taken, now: now, isShort: isShort) } ?? ""
            gtk_label_set_text(label, length.map { "\(when)  ·  \(RecordingWording.clock($0))" } ?? when)
            // A screen reader reads an empty label as the name of its type.
            Widgets.setVisible(label, place != nil)
        }
        tt_set_accessible_label(
            canvas.widget.raw.untyped,
            place.map { RollWording.sentence($0, index, of: count, now: now) } ?? tr("No photos yet"))
        saving.isShown = if case .shot? = place?.photo { true } else { false }
        showBurst(place)
        let isVideo = place?.photo.entry?.isVideo == true
        Widgets.setVisible(
            play, isVideo && fault == nil && !playback.isShown)
        if let fault {
            show(RollWording.fault(fault, of: place == nil ? .folder : isVideo ? .video : .photo))
        } else if place == nil {
            show((tr("No photos yet"), tr("Photos that you take appear here.")))
        } else {
            Widgets.setVisible(messageBox, false)
        }
        for button in photoButtons { gtk_widget_set_visible(button.widget, place == nil ? 0 : 1) }
    }

    private func show(_ words: (title: String, text: String)) {
        gtk_label_set_text(message, words.title)
        gtk_label_set_text(explanation, words.text)
        Widgets.setVisible(messageBox, true)
    }

    private func showBurst(_ place: RollPlace?) {
        guard let place, let burst = place.burst else {
            Widgets.setVisible(self.burst, false)
            return Widgets.setVisible(keepOne, false)
        }
        gtk_button_set_label(
            self.burst.button,
            place.isFolded
                ? trn("Burst of %d photo", "Burst of %d photos", burst.entries.count) : tr("Fold Burst"))
        // Translators: the sharpest photo of a burst; the others go to the trash.
        gtk_button_set_label(keepOne.button, place.isFolded ? tr("Keep the Best") : tr("Keep This One"))
        Widgets.setVisible(self.burst, true)
        Widgets.setVisible(keepOne, true)
    }

    /// Shows the photo's scale; nothing while it fits.
    func showZoom(_ percent: Int?) {
        // Translators: how large a photo is shown.
        let words = percent.map { tr("%s %").filling("%s", with: String($0)) }
        // The playback bar takes its place.
        zoom.show(playback.isShown ? nil : words)
    }
}

/// The menu of a photo's actions.
private enum RollMenu {
    static var entries: [MenuEntry] {
        [
            section([
                (tr("_Copy"), .rollCopy), (tr("Save _As…"), .rollSaveAs),
                (tr("Send by _Mail…"), .rollMail),
            ]),
            section([
                (tr("_Show in Files"), .rollShowInFiles), (tr("_Open With…"), .rollOpenWith),
            ]),
            section([(tr("Turn _Left"), .rollTurnLeft), (tr("Turn _Right"), .rollTurnRight)]),
            section([(tr("_Keep All"), .rollKeepAll)], hiddenWhen: "action-disabled"),
            section([(tr("_Details"), .rollDetails), (tr("_Fullscreen"), .fullscreen)]),
            section([(tr("Move to _Trash"), .rollTrash)]),
        ]
    }

    /// Hides items without an action: not every desktop can do everything.
    private static func section(
        _ items: [(String, WindowAction)], hiddenWhen: String = "action-missing"
    ) -> MenuEntry {
        .section(nil, items.map { .item($0, $1, hiddenWhen: hiddenWhen) })
    }
}

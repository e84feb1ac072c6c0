// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// Makes and fills the cells of the film strip and of the grid: small squares, which GTK reuses for other photos.
final class PhotoCells {
    /// For GtkListView and GtkGridView.
    let factory: ObjectRef
    /// The keyboard has come to the cell of an index.
    var onFocus: (Int) -> Void = { _ in }
    /// The cell of an index was clicked. Not GTK's single-click-activate: that also selects what the pointer is over, and
    /// since GTK 4.18 an arrow key goes back to the keyboard's cell first if another one is selected.
    var onClick: (Int) -> Void = { _ in }

    private final class Cell {
        let frame: OpaquePointer
        let image: OpaquePointer
        let badge: OpaquePointer
        let drag: OpaquePointer
        var loading: Task<Void, Never>?
        var isWatched = false
        /// What GTK puts around the cell, which has the focus.
        var row: OpaquePointer? { gtk_widget_get_parent(frame.widget).map { OpaquePointer($0) } }

        init(_ frame: OpaquePointer, _ image: OpaquePointer, _ badge: OpaquePointer, _ drag: OpaquePointer) {
            (self.frame, self.image, self.badge, self.drag) = (frame, image, badge, drag)
        }
    }

    private var side: Int32
    private let thumbnails: RollThumbnails
    private let place: (Int) -> RollPlace?
    /// The screen reader's description of the photo at an index.
    private let words: (Int) -> String
    /// By GtkListItem.
    private var cells: [OpaquePointer: Cell] = [:]

    /// - Parameters:
    ///   - side: of a square, in logical pixels.
    ///   - place: the place at an index now.
    init(
        side: Int32, _ thumbnails: RollThumbnails, place: @escaping (Int) -> RollPlace?,
        words: @escaping (Int) -> String
    ) {
        (self.side, self.thumbnails, self.place, self.words) = (side, thumbnails, place, words)
        let factory = gtk_signal_list_item_factory_new().unsafelyUnwrapped
        self.factory = ObjectRef(adopting: factory)
        connect(factory, "setup") { [weak self] call in call.object(0).map { self?.setUp($0) } }
        connect(factory, "bind") { [weak self] call in call.object(0).map { self?.bind($0) } }
        connect(factory, "unbind") { [weak self] call in call.object(0).map { self?.unbind($0) } }
        connect(factory, "teardown") { [weak self] call in call.object(0).map { self?.cells[$0] = nil } }
    }

    /// Changes the squares' size; pictures are scaled until they are loaded again.
    func resize(to side: Int32) {
        guard side != self.side else { return }
        self.side = side
        for cell in cells.values {
            gtk_widget_set_size_request(cell.image.widget, side, side)
            if gtk_image_get_paintable(cell.image) != nil { gtk_image_set_pixel_size(cell.image, side) }
        }
    }

    private func setUp(_ item: OpaquePointer) {
        let image = OpaquePointer(gtk_image_new())
        gtk_widget_set_size_request(image.widget, side, side)
        gtk_widget_set_overflow(image.widget, GTK_OVERFLOW_HIDDEN)
        Widgets.addClasses(["photo-cell"], to: image)
        let badge = Widgets.label("", classes: ["cell-badge", "numeric"])
        gtk_widget_set_halign(badge.widget, GTK_ALIGN_END)
        gtk_widget_set_valign(badge.widget, GTK_ALIGN_END)
        let cell = OpaquePointer(gtk_overlay_new())
        // Stays a square even if the grid has room for wider cells.
        gtk_widget_set_halign(cell.widget, GTK_ALIGN_CENTER)
        gtk_overlay_set_child(cell, image.widget)
        gtk_overlay_add_overlay(cell, badge.widget)
        let drag = gtk_drag_source_new().unsafelyUnwrapped
        gtk_widget_add_controller(cell.widget, drag)
        let click = gtk_gesture_click_new().unsafelyUnwrapped
        connect(click, "released") { [weak self] call in
            guard gtk_widget_contains(cell.widget, call.double(1), call.double(2)) != 0 else { return }
            self?.onClick(Int(gtk_list_item_get_position(item)))
        }
        gtk_widget_add_controller(cell.widget, click)
        gtk_list_item_set_child(item, cell.widget)
        cells[item] = Cell(cell, image, badge, drag)
    }

    private func bind(_ item: OpaquePointer) {
        let index = Int(gtk_list_item_get_position(item))
        guard let cell = cells[item], let place = place(index) else { return }
        name(cell, words(index))
        if let row = cell.row { watchFocus(row, of: cell, item) }
        let count = place.isFolded ? place.burst?.entries.count : nil
        gtk_label_set_text(cell.badge, count.map(String.init) ?? "")
        Widgets.setVisible(cell.badge, count != nil)
        FileDrag.set(place.photo.entry?.path, of: cell.drag)
        let photo = place.photo
        if let there = thumbnails[photo] { return show(there, in: cell) }
        gtk_image_set_from_icon_name(cell.image, nil)
        gtk_image_set_pixel_size(cell.image, side)
        cell.loading = Task { [weak self, thumbnails] in
            let small = await thumbnails.load(photo)
            guard let self, !Task.isCancelled else { return }
            if let small {
                self.show(small, in: cell)
            } else {
                gtk_image_set_pixel_size(cell.image, self.side / 3)
                gtk_image_set_from_icon_name(cell.image, "image-missing-symbolic")
            }
        }
    }

    /// Says anew which photo of how many each cell shows, after others have come or gone.
    func nameAll() {
        for (item, cell) in cells {
            let index = Int(gtk_list_item_get_position(item))
            if place(index) != nil { name(cell, words(index)) }
        }
    }

    private func name(_ cell: Cell, _ words: String) {
        for part in [cell.image, cell.row] {
            if let part { tt_set_accessible_label(part.untyped, words) }
        }
    }

    /// The row stays around the cell for good, and is not there yet when the cell is made.
    private func watchFocus(_ row: OpaquePointer, of cell: Cell, _ item: OpaquePointer) {
        guard !cell.isWatched else { return }
        cell.isWatched = true
        let focus = gtk_event_controller_focus_new().unsafelyUnwrapped
        connect(focus, "enter") { [weak self] _ in
            self?.onFocus(Int(gtk_list_item_get_position(item)))
        }
        gtk_widget_add_controller(row.widget, focus)
    }

    /// Gives the keyboard to the cell of an index.
    ///
    /// - Returns: whether there is such a cell now.
    func grabFocus(_ index: Int) -> Bool {
        let item = cells.keys.first { gtk_list_item_get_position($0) == UInt32(index) }
        guard let item, let cell = cells[item] else { return false }
        return gtk_widget_grab_focus(cell.row?.widget) != 0
    }

    private func unbind(_ item: OpaquePointer) {
        guard let cell = cells[item] else { return }
        cell.loading?.cancel()
        cell.loading = nil
        gtk_image_set_from_icon_name(cell.image, nil)
    }

    private func show(_ small: RollPictures.Decoded, in cell: Cell) {
        let scale = gtk_widget_get_scale_factor(cell.image.widget)
        gtk_image_set_pixel_size(cell.image, side)
        let thumbnail = Thumbnail(of: small.photo, side: Int(side * scale))
        gtk_image_set_from_paintable(cell.image, thumbnail.texture.raw)
        guard let length = small.photo.length else { return }
        gtk_label_set_text(cell.badge, RecordingWording.clock(length))
        Widgets.setVisible(cell.badge, true)
    }
}

/// Files that are dragged out of the window.
enum FileDrag {
    /// Sets the file to drag; nil for none.
    static func set(_ path: String?, of drag: OpaquePointer) {
        guard let path else { return gtk_drag_source_set_content(drag, nil) }
        let content = FileContent.provider(path)
        withExtendedLifetime(content) { gtk_drag_source_set_content(drag, UnsafeMutablePointer(content.raw)) }
    }
}

/// A file as the clipboard and a drag offer it: as an object and as `text/uri-list`.
enum FileContent {
    static func provider(_ path: String) -> ObjectRef {
        let file = ObjectRef(adopting: g_file_new_for_path(path))
        var value = GValue()
        g_value_init(&value, g_file_get_type())
        g_value_set_object(&value, file.raw.untyped)
        defer { g_value_unset(&value) }
        return ObjectRef(
            adopting: OpaquePointer(gdk_content_provider_new_for_value(&value).unsafelyUnwrapped))
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The button "More": all other controls of the camera, in a popover.
final class MoreButton {
    let widget: ObjectRef
    /// Called with the person's request.
    var onRequest: (ControlRequest) -> Void = { _ in }

    private let list: OpaquePointer
    private var rows: [ControlRow] = []

    init() {
        let button = OpaquePointer(gtk_menu_button_new())
        widget = ObjectRef(sinking: button)
        // As a child, not a label, which would add an arrow.
        gtk_menu_button_set_child(button, Widgets.label(tr("More")).widget)
        tt_set_accessible_label(button.untyped, tr("More"))
        Widgets.addClasses(["has-words"], to: button)
        gtk_menu_button_set_direction(button, GTK_ARROW_UP)
        gtk_widget_set_tooltip_text(button.widget, tr("All other settings of the camera"))
        list = Widgets.column(spacing: 4, classes: ["control-list"], [])
        gtk_menu_button_set_popover(button, Self.popover(around: list).widget)
    }

    /// Shows these values; reuses the rows of controls that stay.
    func show(_ readings: [ControlReading]) {
        let groups = OtherControls.groups(in: readings)
        let controls = groups.flatMap(\.controls)
        if controls.map(\.descriptor.shape) != rows.map(\.reading.descriptor.shape) { rebuild(groups) }
        for (row, reading) in zip(rows, controls) { row.show(reading) }
        Widgets.setVisible(widget.raw, !rows.isEmpty)
    }

    /// The camera refused a value: its row shows it.
    ///
    /// - Returns: whether there is such a row.
    func refused(_ refusal: ControlRefusal) -> Bool {
        let row = rows.first { $0.reading.descriptor.id == refusal.control }
        row?.refuse()
        return row != nil
    }

    private func rebuild(_ groups: [(group: OtherControls.Group, controls: [ControlReading])]) {
        Widgets.removeChildren(of: list)
        rows = []
        for (group, controls) in groups {
            let title = Widgets.label(ControlWording.title(group), classes: ["heading"])
            gtk_label_set_xalign(title, 0)
            gtk_box_append(list.box, title.widget)
            for reading in controls { add(ControlRow(reading)) }
        }
        let reset = Widgets.button(tr("Reset All")) { [weak self] in
            for row in self?.rows ?? [] where row.isMovable { row.setDefault() }
        }
        gtk_box_append(list.box, reset.widget)
    }

    private func add(_ row: ControlRow) {
        row.onRequest = { [weak self] in self?.onRequest($0) }
        gtk_box_append(list.box, row.widget.raw.widget)
        rows.append(row)
    }

    private static func popover(around list: OpaquePointer) -> OpaquePointer {
        let scroller = OpaquePointer(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller, 1)
        gtk_scrolled_window_set_max_content_height(scroller, 420)
        gtk_scrolled_window_set_child(scroller, list.widget)
        gtk_widget_set_size_request(scroller.widget, 312, -1)
        tt_set_accessible_label(scroller.untyped, tr("More"))
        let popover = OpaquePointer(gtk_popover_new())
        gtk_popover_set_child(UnsafeMutablePointer(popover), scroller.widget)
        return popover
    }
}

extension ControlRow {
    /// Whether a reset would do anything.
    fileprivate var isMovable: Bool {
        ControlWording.obstacle(reading.descriptor) == nil && reading.value != reading.descriptor.defaultValue
    }
}

extension ControlDescriptor {
    /// The properties that identify a control, without its flags.
    fileprivate var shape: ControlDescriptor {
        var shape = self
        shape.flags = []
        return shape
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The sign of a recording at the picture's upper edge: a red dot, its length and size, and how long the disk
/// lasts; beside them the buttons of the sound and the speed, also before it begins.
final class RecordingSign {
    /// How far other words at the viewfinder's upper edge move down, without their own margin; logical pixels.
    static let height: Int32 = 48

    let widget: ObjectRef
    private let dot = Widgets.label("●", classes: ["recording-dot"])
    private let clock = Widgets.label("0:00", classes: ["recording-clock"])
    /// Size and room on the disk; in a narrow window the size alone, or nothing.
    private let details = [0, 1].map { _ in Widgets.label("") }
    private let facts: ObjectRef
    private var controls: [OpaquePointer] = []
    private var words = ""

    init() {
        let squeezer = OpaquePointer(adw_squeezer_new()).unsafelyUnwrapped
        adw_squeezer_set_allow_none(squeezer, 1)
        adw_squeezer_set_homogeneous(squeezer, 0)
        for part in details {
            gtk_label_set_xalign(part, 0)
            adw_squeezer_add(squeezer, part.widget)
        }
        let facts = Widgets.row(spacing: 10, classes: ["recording-facts"], [dot, clock, squeezer])
        self.facts = ObjectRef(sinking: facts)
        // The words are read as one. Newer GTK only names widgets that had a name before they were shown.
        tt_set_accessible_label(facts.untyped, "")
        for part in [dot, clock] + details { tt_set_accessible_hidden(part.untyped, 1) }
        gtk_widget_set_can_target(facts.widget, 0)
        let row = Widgets.row(spacing: 0, classes: ["pill-words", "recording-sign"], [])
        gtk_widget_set_halign(row.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(row.widget, GTK_ALIGN_START)
        Widgets.setVisible(row, false)
        widget = ObjectRef(sinking: row)
    }

    /// - Parameters:
    ///   - status: nil if nothing is recorded.
    ///   - controls: the buttons to show now.
    func show(_ status: RecordingStatus?, _ controls: [OpaquePointer]) {
        put(facts.raw, after: nil, isThere: status != nil)
        for control in self.controls where !controls.contains(control) {
            put(control, after: nil, isThere: false)
        }
        var last = status == nil ? nil : facts.raw
        for control in controls {
            put(control, after: last, isThere: true)
            last = control
        }
        self.controls = controls
        Widgets.setVisible(widget.raw, last != nil)
        makeRoom(last != nil)
        guard let status else {
            words = ""
            return
        }
        let time = RecordingWording.clock(status.length)
        gtk_label_set_text(clock, time)
        gtk_label_set_text(dot, status.isPaused ? "❚❚" : "●")
        let size = status.byteCount > 0 ? Self.bytes(status.byteCount) : nil
        let left = status.lengthLeft.map(RecordingWording.left)
        gtk_label_set_text(details[0], [size, left].compactMap(\.self).joined(separator: "   "))
        gtk_label_set_text(details[1], size ?? "")
        let spoken = (status.isPaused ? tr("Paused, %s") : tr("Recording, %s")).filling("%s", with: time)
        guard spoken != words else { return }
        words = spoken
        tt_set_accessible_label(facts.raw.untyped, spoken)
    }

    var isShown: Bool { gtk_widget_get_visible(widget.raw.widget) != 0 }

    /// Other words at the upper edge give way.
    private func makeRoom(_ isShown: Bool) {
        guard let surroundings = gtk_widget_get_parent(widget.raw.widget) else { return }
        Widgets.setClass("has-recording-sign", of: OpaquePointer(surroundings), isShown)
    }

    /// Adds or removes a part: GTK 4.8 does not tell screen readers when a hidden child of a box is shown.
    private func put(_ part: OpaquePointer, after sibling: OpaquePointer?, isThere: Bool) {
        let wasThere = gtk_widget_get_parent(part.widget) != nil
        guard isThere != wasThere else { return }
        if isThere {
            gtk_box_insert_child_after(widget.raw.box, part.widget, sibling?.widget)
        } else {
            gtk_box_remove(widget.raw.box, part.widget)
        }
    }

    private static func bytes(_ count: Int) -> String {
        guard let text = g_format_size(guint64(count)) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The sign of a recording at the picture's upper edge: red, with its length, and how long the disk lasts where that is not
/// long; beside them the buttons of the sound and the speed, also before it begins.
final class RecordingSign {
    /// How far other words at the viewfinder's upper edge move down, without their own margin; logical pixels.
    static let height: Int32 = 48

    let widget: ObjectRef
    private let dot = Widgets.label("●", classes: ["recording-dot"])
    private let clock = Widgets.label("0:00", classes: ["recording-clock"])
    /// How long the disk lasts; in a narrow window there is no room for it.
    private let room = Widgets.label("")
    /// Shorter than this it is said.
    private static let soon: Duration = .seconds(3600)
    private let facts: ObjectRef
    private var controls: [OpaquePointer] = []
    private var words = ""

    init() {
        let squeezer = OpaquePointer(adw_squeezer_new()).unsafelyUnwrapped
        adw_squeezer_set_allow_none(squeezer, 1)
        adw_squeezer_set_homogeneous(squeezer, 0)
        adw_squeezer_add(squeezer, room.widget)
        let facts = Widgets.row(spacing: 10, classes: ["recording-facts"], [dot, clock, squeezer])
        self.facts = ObjectRef(sinking: facts)
        // The words are read as one. Newer GTK only names widgets that had a name before they were shown.
        tt_set_accessible_label(facts.untyped, "")
        for part in [dot, clock, room] { tt_set_accessible_hidden(part.untyped, 1) }
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
        Widgets.setClass("recording", of: widget.raw, status.map { !$0.isPaused } ?? false)
        makeRoom(last != nil)
        guard let status else {
            words = ""
            return
        }
        let time = RecordingWording.clock(status.length)
        gtk_label_set_text(clock, time)
        gtk_label_set_text(dot, status.isPaused ? "❚❚" : "●")
        let left = status.lengthLeft.flatMap { $0 < Self.soon ? RecordingWording.left($0) : nil }
        gtk_label_set_text(room, left ?? "")
        Widgets.setVisible(room, left != nil)
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
}

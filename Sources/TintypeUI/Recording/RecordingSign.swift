internal import CGtk
internal import CShims
internal import CaptureCore
internal import GLibBridge

/// What is to be seen of a running recording, at the picture's upper edge: a red dot, its length and size, how long the
/// disk lasts, and the microphone's level. A click goes through it.
final class RecordingSign {
    /// Decibels below full scale at which the level's bar is empty.
    private static let quietest = -60.0

    let widget: ObjectRef
    private let dot = Widgets.label("●", classes: ["recording-dot"])
    private let clock = Widgets.label("0:00", classes: ["recording-clock"])
    private let size = Widgets.label("")
    private let left = Widgets.label("")
    private let level = OpaquePointer(gtk_level_bar_new())
    private var words = ""

    init() {
        gtk_level_bar_set_value(level, 0)
        gtk_widget_set_size_request(level.widget, 56, -1)
        gtk_widget_set_valign(level.widget, GTK_ALIGN_CENTER)
        tt_set_accessible_label(level.untyped, tr("Microphone Level"))
        let row = Widgets.row(
            spacing: 10, classes: ["pill-words", "recording-sign"], [dot, clock, size, left, level])
        // The words are read as one.
        for part in [dot, clock, size, left] { tt_set_accessible_hidden(part.untyped, 1) }
        gtk_widget_set_can_target(row.widget, 0)
        gtk_widget_set_halign(row.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(row.widget, GTK_ALIGN_START)
        Widgets.setVisible(row, false)
        widget = ObjectRef(sinking: row)
    }

    /// - Parameter status: nil where nothing is recorded.
    func show(_ status: RecordingStatus?) {
        Widgets.setVisible(widget.raw, status != nil)
        guard let status else {
            words = ""
            return
        }
        let time = RecordingWording.clock(status.length)
        gtk_label_set_text(clock, time)
        gtk_label_set_text(dot, status.isPaused ? "❚❚" : "●")
        show(status.byteCount > 0 ? Self.bytes(status.byteCount) : nil, in: size)
        show(status.lengthLeft.map(RecordingWording.left), in: left)
        Widgets.setVisible(level, status.level != nil)
        if let decibels = status.level {
            gtk_level_bar_set_value(level, min(max(1 - decibels / Self.quietest, 0), 1))
        }
        let spoken = (status.isPaused ? tr("Paused, %s") : tr("Recording, %s")).filling("%s", with: time)
        guard spoken != words else { return }
        words = spoken
        tt_set_accessible_label(widget.raw.untyped, spoken)
    }

    private func show(_ words: String?, in label: OpaquePointer) {
        Widgets.setVisible(label, words != nil)
        if let words { gtk_label_set_text(label, words) }
    }

    private static func bytes(_ count: Int) -> String {
        guard let text = g_format_size(guint64(count)) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}

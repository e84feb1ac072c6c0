internal import CGtk
internal import CShims
internal import CaptureCore
internal import Diagnosis
internal import GLibBridge

/// The findings of a diagnosis as a list: problems, then notes, then what is in order. Each row takes the keyboard
/// focus, so that the arrow keys lead through the list and a screen reader reads it.
enum DiagnosisList {
    static func make(_ report: DiagnosisReport) -> OpaquePointer {
        let heading = leftAligned(Widgets.label(DiagnosisWording.conclusion(report), classes: ["title-2"]))
        let body = Widgets.column(spacing: 18, [heading])
        Widgets.setMargins(body, horizontal: 18, vertical: 18)
        for status in [Finding.Status.problem, .note, .ok] {
            let rows = DiagnosisWording.sections(of: report).flatMap { section, findings in
                findings.filter { $0.status == status }.map { row($0, section) }
            }
            if !rows.isEmpty { gtk_box_append(body.box, list(rows, status).widget) }
        }
        return body
    }

    private static func list(_ rows: [OpaquePointer], _ status: Finding.Status) -> OpaquePointer {
        let list = OpaquePointer(gtk_list_box_new())
        gtk_list_box_set_selection_mode(list, GTK_SELECTION_NONE)
        tt_set_accessible_label(list.untyped, DiagnosisWording.mark(status))
        Widgets.addClasses(["boxed-list"], to: list)
        for row in rows { gtk_list_box_append(list, row.widget) }
        return list
    }

    private static func row(_ finding: Finding, _ section: DiagnosisSection) -> OpaquePointer {
        let words = DiagnosisWording.words(for: finding)
        let mark = DiagnosisWording.mark(finding.status)
        let dot = OpaquePointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        Widgets.addClasses(["status-dot", finding.status.dotClass], to: dot)
        gtk_widget_set_valign(dot.widget, GTK_ALIGN_CENTER)
        let place = leftAligned(
            Widgets.label(mark + " · " + section.title, classes: ["caption", "access-words"]))
        let top = Widgets.row(spacing: 8, [dot, place])
        var parts = [top, leftAligned(Widgets.label(words.summary))]
        if let fix = words.fix {
            let label = leftAligned(Widgets.label(fix, classes: ["access-reason"]))
            // A command can be copied; the keyboard stops at the row.
            gtk_label_set_selectable(label, 1)
            gtk_widget_set_can_focus(label.widget, 0)
            parts.append(label)
        }
        let content = Widgets.column(spacing: 4, parts)
        Widgets.setMargins(content, horizontal: 12, vertical: 10)
        let row = OpaquePointer(gtk_list_box_row_new())
        gtk_list_box_row_set_activatable(UnsafeMutablePointer(row), 0)
        gtk_list_box_row_set_child(UnsafeMutablePointer(row), content.widget)
        tt_set_accessible_label(row.untyped, mark + ": " + words.summary)
        tt_set_accessible_description(row.untyped, words.fix ?? section.title)
        return row
    }

    private static func leftAligned(_ label: OpaquePointer) -> OpaquePointer {
        gtk_label_set_wrap(label, 1)
        gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(label, 0)
        gtk_widget_set_hexpand(label.widget, 1)
        return label
    }
}

extension Finding.Status {
    /// The style classes that colour the dot.
    fileprivate var dotClass: String {
        switch self {
        case .ok: "allowed"
        case .note: "limited"
        case .problem: "off"
        }
    }
}

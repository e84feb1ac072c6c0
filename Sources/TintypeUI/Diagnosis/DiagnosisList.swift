// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Diagnosis

/// The findings of a diagnosis as a list: problems, notes, and, folded, everything in order. Each row takes the
/// keyboard focus, so that the arrow keys lead through the list and a screen reader reads it.
enum DiagnosisList {
    /// - Parameters:
    ///   - details: the title of the folded part.
    ///   - onRemedy: called when a finding's button was pressed.
    static func make(
        _ report: DiagnosisReport, details: String, onRemedy: @escaping @MainActor (FindingRemedy) -> Void
    ) -> OpaquePointer {
        let heading = leftAligned(Widgets.label(DiagnosisWording.conclusion(report), classes: ["title-2"]))
        let body = Widgets.column(spacing: 18, [heading])
        Widgets.setMargins(body, horizontal: 18, vertical: 18)
        let first = mended(report)
        for status in [Finding.Status.problem, .note, .ok] {
            let rows = DiagnosisWording.sections(of: report).flatMap { section, findings in
                findings.filter { $0.status == status }.map {
                    row($0, section, isFirst: $0 == first, onRemedy)
                }
            }
            guard !rows.isEmpty else { continue }
            let list = list(rows, status)
            gtk_box_append(body.box, (status == .ok ? folded(list, details) : list).widget)
        }
        return body
    }

    /// The first problem that has a button, which is the suggested way on; nil if none has.
    static func mended(_ report: DiagnosisReport) -> Finding? {
        report.findings.first { $0.status == .problem && FindingRemedy(for: $0) != nil }
    }

    private static func list(_ rows: [OpaquePointer], _ status: Finding.Status) -> OpaquePointer {
        let list = OpaquePointer(gtk_list_box_new())
        gtk_list_box_set_selection_mode(list, GTK_SELECTION_NONE)
        tt_set_accessible_label(list.untyped, DiagnosisWording.mark(status))
        Widgets.addClasses(["boxed-list"], to: list)
        for row in rows { gtk_list_box_append(list, row.widget) }
        return list
    }

    private static func folded(_ list: OpaquePointer, _ words: String) -> OpaquePointer {
        let expander = OpaquePointer(gtk_expander_new(words))
        tt_set_accessible_label(expander.untyped, words)
        gtk_expander_set_child(expander, list.widget)
        return expander
    }

    private static func row(
        _ finding: Finding, _ section: DiagnosisSection, isFirst: Bool,
        _ onRemedy: @escaping @MainActor (FindingRemedy) -> Void
    ) -> OpaquePointer {
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
            keepCommandWhole(in: label, fix)
            gtk_widget_set_can_focus(label.widget, 0)
            parts.append(label)
        }
        if let remedy = FindingRemedy(for: finding) {
            let classes = isFirst ? ["suggested-action"] : []
            let button = Widgets.button(remedy.title, classes: classes) { onRemedy(remedy) }
            tt_set_accessible_description(button.untyped, words.summary)
            gtk_widget_set_halign(button.widget, GTK_ALIGN_START)
            gtk_widget_set_margin_top(button.widget, 6)
            parts.append(button)
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

    /// Keeps a line from ending inside “tintype --option”, which reads as another command then.
    private static func keepCommandWhole(in label: OpaquePointer, _ words: String) {
        guard let start = words.firstRange(of: "tintype --")?.lowerBound else { return }
        let option = words[words.index(start, offsetBy: "tintype ".count)...]
        let end = option.firstIndex(where: \.isWhitespace) ?? words.endIndex
        guard let whole = pango_attr_allow_breaks_new(0) else { return }
        whole.pointee.start_index = guint(words.utf8.distance(from: words.startIndex, to: start))
        whole.pointee.end_index = guint(words.utf8.distance(from: words.startIndex, to: end))
        let list = pango_attr_list_new()
        pango_attr_list_insert(list, whole)
        gtk_label_set_attributes(label, list)
        pango_attr_list_unref(list)
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

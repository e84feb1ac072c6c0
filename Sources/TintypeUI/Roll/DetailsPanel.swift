// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// A photo's details, beside it.
final class DetailsPanel {
    let widget: ObjectRef
    private let list = Widgets.column(spacing: 12, [])
    private let roll: any PhotoBrowsing
    private var entry: LibraryEntry?
    private var reader: Task<Void, Never>?

    /// - Parameter roll: reads the details.
    init(_ roll: any PhotoBrowsing) {
        self.roll = roll
        let title = Widgets.label(tr("Details"), classes: ["heading"])
        gtk_label_set_xalign(title, 0)
        let panel = Widgets.column(spacing: 18, classes: ["photo-details"], [title, list])
        widget = ObjectRef(sinking: panel)
        gtk_widget_set_halign(panel.widget, GTK_ALIGN_END)
        gtk_widget_set_valign(panel.widget, GTK_ALIGN_START)
        Widgets.setVisible(panel, false)
    }

    isolated deinit { reader?.cancel() }

    var isShown: Bool {
        get { gtk_widget_get_visible(widget.raw.widget) != 0 }
        set {
            Widgets.setVisible(widget.raw, newValue)
            read()
        }
    }

    /// The photo in front; nil if it has no file.
    func follow(_ entry: LibraryEntry?) {
        self.entry = entry
        read()
    }

    private func read() {
        reader?.cancel()
        guard isShown, let entry else { return }
        show(entry, nil)
        reader = Task { [weak self, roll] in
            do throws(PhotoFault) {
                let details = try await roll.details(entry)
                if !Task.isCancelled { self?.show(entry, details) }
            } catch {
                // The page says why the photo can't be shown.
            }
        }
    }

    /// - Parameter details: nil while they are being read.
    private func show(_ entry: LibraryEntry, _ details: PhotoDetails?) {
        Widgets.removeChildren(of: list)
        // Translators: when a photo was taken.
        add(tr("Taken"), RollWording.title(entry.taken, now: RollWording.now))
        if let size = details?.size {
            let millions = DecimalText.tenths(Int64((Double(size.area) / 100_000).rounded()))
            // Translators: a photo’s size in pixels and megapixels, as in “1920 × 1080, 2.1 MP”.
            add(
                tr("Size"),
                tr("%1$s × %2$s, %3$s MP").filling("%1$s", with: String(size.width))
                    .filling("%2$s", with: String(size.height)).filling("%3$s", with: millions))
        }
        // Translators: how long a video takes.
        add(tr("Length"), details?.length.map(RecordingWording.clock))
        add(tr("Camera"), details?.camera)
        // Translators: how long a photo was exposed, and with which sensitivity.
        add(trc("details", "Exposure"), details.flatMap(exposure))
        let kind = details.map { "\($0.kind), " } ?? ""
        add(tr("File"), kind + RollWording.fileSize(details?.byteCount ?? entry.byteCount))
        // Translators: where a file lies on the disk.
        add(trc("file", "Place"), entry.path)
    }

    private func exposure(_ details: PhotoDetails) -> String? {
        let parts = [
            details.exposureTime.map(RollWording.exposure),
            details.fNumber.map { "f/\(DecimalText.tenths(Int64(($0 * 10).rounded())))" },
            details.sensitivity.map { "ISO \($0)" },
        ].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: "  ")
    }

    private func add(_ title: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        let name = Widgets.label(title, classes: ["caption", "detail-name"])
        let words = Widgets.label(value)
        gtk_label_set_wrap(words, 1)
        gtk_label_set_wrap_mode(words, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_selectable(words, 1)
        for label in [name, words] {
            gtk_label_set_xalign(label, 0)
            gtk_label_set_max_width_chars(label, 30)
        }
        gtk_box_append(list.box, Widgets.column(spacing: 2, [name, words]).widget)
    }
}

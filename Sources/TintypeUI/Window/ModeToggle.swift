// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// The linked pair of buttons "Auto" and "Pro" in the header bar.
final class ModeToggle {
    let widget: ObjectRef
    /// Called when the person chose the other mode.
    var onChange: (ShootingMode) -> Void = { _ in }
    /// Called when Auto was pressed while it was on: that also undoes what a click in the viewfinder changed.
    var onAutomaticAgain: () -> Void = {}

    /// Whether the present press has changed the mode.
    private var hasJustChanged = false
    private let auto: OpaquePointer
    private let pro: OpaquePointer

    /// Starts in `mode` without calling `onChange`.
    init(mode: ShootingMode) {
        auto = OpaquePointer(gtk_toggle_button_new_with_label(tr("Auto")))
        pro = OpaquePointer(gtk_toggle_button_new_with_label(tr("Pro")))
        gtk_toggle_button_set_group(pro.toggleButton, auto.toggleButton)
        widget = ObjectRef(
            sinking: Widgets.row(spacing: 0, classes: ["linked", "mode-toggle"], [auto, pro]))
        gtk_widget_set_tooltip_text(auto.widget, tr("Everything automatic: resets your dials"))
        gtk_widget_set_tooltip_text(pro.widget, tr("Set shutter, gain, white balance and focus yourself"))
        self.mode = mode
        connect(pro, "toggled") { [weak self] _ in
            guard let self else { return }
            self.hasJustChanged = true
            self.onChange(self.mode)
        }
        // GTK says "toggled" first.
        for button in [auto, pro] {
            connect(button, "clicked") { [weak self] _ in
                guard let self else { return }
                defer { self.hasJustChanged = false }
                if !self.hasJustChanged, self.mode == .automatic { self.onAutomaticAgain() }
            }
        }
    }

    var mode: ShootingMode {
        get { gtk_toggle_button_get_active(pro.toggleButton) != 0 ? .professional : .automatic }
        set {
            let chosen = newValue == .professional ? pro : auto
            gtk_toggle_button_set_active(chosen.toggleButton, 1)
            hasJustChanged = false
        }
    }
}

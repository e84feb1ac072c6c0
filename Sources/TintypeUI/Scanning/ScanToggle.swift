// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// The button "Scan Codes" in the header bar. Off whenever Tintype starts.
final class ScanToggle {
    let widget: ObjectRef
    /// Called when the person turned it on or off.
    var onChange: (Bool) -> Void = { _ in }

    init() {
        let button = OpaquePointer(gtk_toggle_button_new())
        widget = ObjectRef(sinking: button)
        gtk_button_set_icon_name(button.button, "tintype-scan-symbolic")
        Widgets.addClasses(["scan-toggle"], to: button)
        Widgets.name(button, tr("Scan Codes"))
        connect(button, "toggled") { [weak self] _ in
            guard let self else { return }
            self.onChange(self.isOn)
        }
    }

    var isOn: Bool {
        get { gtk_toggle_button_get_active(widget.raw.toggleButton) != 0 }
        set { gtk_toggle_button_set_active(widget.raw.toggleButton, newValue ? 1 : 0) }
    }
}

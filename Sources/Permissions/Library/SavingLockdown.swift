// SPDX-License-Identifier: GPL-3.0-or-later
internal import Platform

/// The administrator's key that forbids every program to save, as on kiosks. Main actor.
@MainActor
final class SavingLockdown {
    /// Called after every change.
    var onChange: @MainActor () -> Void = {}

    static let schema = "org.gnome.desktop.lockdown"
    static let key = "disable-save-to-disk"

    private let settings: Settings?
    private var watch: SignalConnection?

    /// - Parameter settings: nil if the desktop knows no lockdown.
    init(settings: Settings?) {
        self.settings = settings
        watch = settings?.onChange(of: Self.key) { [weak self] in self?.onChange() }
    }

    /// The desktop's own.
    convenience init() {
        self.init(settings: Settings(schema: Self.schema, directories: [], needs: Self.key))
    }

    var isOn: Bool { settings?.boolean(Self.key) ?? false }
}

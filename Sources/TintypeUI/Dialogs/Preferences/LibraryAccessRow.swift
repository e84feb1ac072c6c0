// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// The row with Tintype's own switch for the photo library. It follows changes made elsewhere.
enum LibraryAccessRow {
    /// - Parameter chooseFolder: asks for the one folder for photos.
    static func make(
        _ consent: any LibraryConsenting, chooseFolder: @escaping @MainActor () -> Void
    ) -> OpaquePointer {
        let row = AccessRow(title: tr("Photo Library"), switchName: tr("Photo Library Access"))
        row.onSwitch = { consent.record($0 ? .allow : .deny) }
        row.onRemedy = { remedy in
            switch remedy {
            case .allow: Task { await consent.request(for: .saving) }
            case .chooseFolder: chooseFolder()
            case .openSettings: break
            }
        }
        row.show(AccessStatus(consent.access))
        let changes = consent.changes()
        let reader = Task { [weak row] in
            for await access in changes where !Task.isCancelled { row?.show(AccessStatus(access)) }
        }
        // The reader must not outlive the row's widgets.
        connect(row.widget, "destroy") { _ in reader.cancel() }
        return row.widget
    }
}

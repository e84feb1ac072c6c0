// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// The rows with Tintype's own switches for the photo library and for screenshots. They follow changes made elsewhere.
enum LibraryAccessRow {
    /// - Parameter chooseFolder: asks for the one folder for photos.
    static func make(
        _ consent: any LibraryConsenting, chooseFolder: @escaping @MainActor () -> Void
    ) -> AccessRow {
        let row = AccessRow(title: tr("Photo Library"), switchName: tr("Photo Library Access"))
        row.onSwitch = { $0 ? consent.allowAgain() : consent.record(.deny) }
        row.onRemedy = { remedy in
            switch remedy {
            case .allow: Task { await consent.request() }
            case .allowAll: consent.record(.allow)
            case .chooseFolder: chooseFolder()
            case .openSettings: break
            }
        }
        row.show(AccessStatus(consent.access))
        row.follow(consent.changes()) { AccessStatus(consent.access) }
        return row
    }

    static func screenshots(_ consent: any ScreenshotConsenting) -> AccessRow {
        let row = AccessRow(title: tr("Screenshots"), switchName: tr("Screenshots Access"))
        row.onSwitch = { $0 ? consent.allowAgain() : consent.record(.deny) }
        row.onRemedy = { remedy in
            switch remedy {
            case .allow: Task { await consent.request() }
            case .allowAll: consent.record(.allow)
            case .chooseFolder, .openSettings: break
            }
        }
        row.show(AccessStatus(screenshots: consent.access))
        row.follow(consent.changes()) { AccessStatus(screenshots: consent.access) }
        return row
    }
}

extension AccessRow {
    /// Shows the state after each change, as long as the row's widgets live.
    func follow<Access: Sendable>(
        _ changes: AsyncStream<Access>, _ status: @escaping @MainActor () -> AccessStatus
    ) {
        let reader = Task { [weak self] in
            for await _ in changes where !Task.isCancelled { self?.show(status()) }
        }
        connect(widget, "destroy") { _ in reader.cancel() }
    }
}

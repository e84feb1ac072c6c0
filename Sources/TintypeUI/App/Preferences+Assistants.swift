internal import CaptureCore
internal import GLibBridge

/// Which of Pro's assistants are on.
extension Preferences {
    /// What the histogram counts.
    enum HistogramKind: String, CaseIterable {
        case off, luma, rgb
    }

    var hasPeaking: Bool {
        get { settings?.boolean("focus-peaking") ?? false }
        set { settings?.set("focus-peaking", newValue) }
    }

    var hasZebra: Bool {
        get { settings?.boolean("zebra") ?? false }
        set { settings?.set("zebra", newValue) }
    }

    var histogram: HistogramKind {
        get { HistogramKind(rawValue: settings?.string("histogram") ?? "") ?? .off }
        set { settings?.set("histogram", newValue.rawValue) }
    }

    var grid: CompositionGrid {
        get { CompositionGrid(rawValue: settings?.string("grid") ?? "") ?? .off }
        set { settings?.set("grid", newValue.rawValue) }
    }

    var hasLevel: Bool {
        get { settings?.boolean("level") ?? false }
        set { settings?.set("level", newValue) }
    }

    var hasLoupe: Bool {
        get { settings?.boolean("focus-loupe") ?? true }
        set { settings?.set("focus-loupe", newValue) }
    }
}

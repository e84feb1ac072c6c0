// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// Pro's button "Viewing Aids": a menu of aids for focus, exposure and composition.
final class AssistantsButton {
    let widget: ObjectRef
    private let menu = Menus.model()

    init() {
        widget = ObjectRef(sinking: Menus.button("view-reveal-symbolic", tr("Viewing Aids")))
        offerLevel(false)
        Menus.set(menu.raw, of: widget.raw)
    }

    /// Offers the level too, if there is a level sensor.
    func offerLevel(_ isOffered: Bool) {
        let level = isOffered ? [MenuEntry.item(AidWording.level, .level, key: "v")] : []
        Menus.fill(
            menu.raw,
            [
                .section(
                    nil,
                    [
                        .item(AidWording.peaking, .peaking, key: "p"),
                        .item(AidWording.zebra, .zebra, key: "e"),
                        .item(AidWording.loupe, .loupe, key: "o"),
                    ] + level),
                .section(
                    tr("Histogram"),
                    Preferences.HistogramKind.allCases.map {
                        .item(
                            AidWording.title($0), .histogram, target: $0.rawValue,
                            key: $0 == .luma ? "h" : nil)
                    }),
                // In Auto this menu is beside the zoom.
                .section(nil, FramingMenu.entries), .section(tr("Grid"), GridMenu.entries),
            ])
    }
}

/// Lines over the picture, as a menu; both modes have them.
enum GridMenu {
    static var entries: [MenuEntry] {
        CompositionGrid.allCases.map {
            .item(AidWording.title($0), .grid, target: $0.rawValue, key: $0 == .thirds ? "g" : nil)
        }
    }
}

/// The viewing aids' names, for the menu and for what is said after a key.
enum AidWording {
    static var peaking: String { tr("Focus _Peaking") }
    static var zebra: String { tr("_Zebra") }
    static var loupe: String { tr("Focus _Loupe") }
    static var level: String { tr("Le_vel") }

    static func title(_ grid: CompositionGrid) -> String {
        switch grid {
        case .off: tr("No Grid")
        case .thirds: tr("Thirds")
        case .square: tr("Squares")
        case .golden: tr("Golden Section")
        }
    }

    static func title(_ histogram: Preferences.HistogramKind) -> String {
        switch histogram {
        case .off: tr("No Histogram")
        case .luma: tr("Brightness")
        case .rgb: tr("Colours")
        }
    }

    static func spoken(_ grid: CompositionGrid) -> String {
        (grid == .off ? "" : tr("Grid") + ": ") + title(grid)
    }

    static func spoken(_ histogram: Preferences.HistogramKind) -> String {
        (histogram == .off ? "" : tr("Histogram") + ": ") + title(histogram)
    }

    /// - Parameter name: with the letter of the menu marked.
    static func spoken(_ name: String, isOn: Bool) -> String {
        // Translators: spoken after a key; %s is a viewing aid, as in “Zebra on”.
        (isOn ? tr("%s on") : tr("%s off")).filling("%s", with: name.filter { $0 != "_" })
    }
}

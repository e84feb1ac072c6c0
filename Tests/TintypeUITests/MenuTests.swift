// SPDX-License-Identifier: GPL-3.0-or-later
import CGtk
import CaptureCore
import Platform
import Testing

@testable import TintypeUI

/// The contents of menus that need no widget.
@MainActor @Suite struct MenuTests {
    /// A menu's items, as "title → action target", and the titles of its submenus.
    private func items(_ menu: borrowing ObjectRef) -> [String] {
        let model = UnsafeMutablePointer<GMenuModel>(menu.raw)
        return (0..<g_menu_model_get_n_items(model)).map { index in
            func word(_ attribute: String) -> String? {
                guard let value = g_menu_model_get_item_attribute_value(model, index, attribute, nil) else {
                    return nil
                }
                defer { g_variant_unref(value) }
                return String(cString: g_variant_get_string(value, nil))
            }
            let words = [word("label"), word("action"), word("target"), word("accel")].compactMap(\.self)
            guard let submenu = g_menu_model_get_item_link(model, index, "submenu") else {
                return words.joined(separator: " | ")
            }
            let inner = items(ObjectRef(adopting: OpaquePointer(submenu)))
            return words.joined(separator: " | ") + " {" + inner.joined(separator: "; ") + "}"
        }
    }

    @Test func theGridsAreThoseThatAreDrawn() {
        let grids = items(Menus.model(GridMenu.entries))
        #expect(
            grids == [
                "No Grid | win.grid | off", "Thirds | win.grid | thirds | g", "Squares | win.grid | square",
                "Golden Section | win.grid | golden",
            ])
        #expect(grids.count == CompositionGrid.allCases.count)
    }

    @Test func noTwoCamerasAreCalledAlike() {
        #expect(CameraMenu.titles(of: ["Cam", "Eye", "Cam", "Cam"]) == ["Cam", "Eye", "Cam (2)", "Cam (3)"])
        #expect(CameraMenu.titles(of: ["Cam", "Cam", "Cam (2)"]) == ["Cam", "Cam (3)", "Cam (2)"])
        #expect(CameraMenu.titles(of: ["Cam (2)", "Cam", "Cam"]) == ["Cam (2)", "Cam", "Cam (3)"])
    }

    @Test func everyShapeIsOfferedAndTheMirrorBesideThem() {
        let items = items(Menus.model(FramingMenu.entries))
        #expect(items.count == 2 && items[1] == "_Mirror | win.mirror")
        for aspect in AspectRatio.allCases {
            #expect(items[0].contains("win.aspect-ratio | \(aspect.rawValue)"))
        }
        #expect(items[0].hasPrefix("Aspect _Ratio {The Camera’s Own"))
    }
}

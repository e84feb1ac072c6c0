internal import CGtk
internal import GLibBridge

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
        let level = isOffered ? [MenuEntry.item(tr("Le_vel"), "win.level", key: "v")] : []
        Menus.fill(
            menu.raw,
            [
                .section(
                    nil,
                    [
                        .item(tr("Focus _Peaking"), "win.peaking", key: "p"),
                        .item(tr("_Zebra"), "win.zebra", key: "e"),
                        .item(tr("Focus _Loupe"), "win.loupe", key: "o"),
                    ] + level),
                .section(
                    tr("Histogram"),
                    [
                        .item(tr("No Histogram"), "win.histogram", target: "off"),
                        .item(tr("Brightness"), "win.histogram", target: "luma", key: "h"),
                        .item(tr("Colours"), "win.histogram", target: "rgb"),
                    ]),
                // In Auto this menu is beside the zoom.
                .section(nil, FramingMenu.entries), .section(tr("Grid"), GridMenu.entries),
            ])
    }
}

/// Lines over the picture, as a menu; both modes have them.
enum GridMenu {
    static var entries: [MenuEntry] {
        [
            .item(tr("No Grid"), "win.grid", target: "off"),
            .item(tr("Thirds"), "win.grid", target: "thirds", key: "g"),
            .item(tr("Squares"), "win.grid", target: "square"),
            .item(tr("Golden Section"), "win.grid", target: "golden"),
        ]
    }
}

internal import CGtk
internal import GLibBridge

/// The bar below the viewfinder: the last photo on the left, the shutter in the middle.
final class ShutterBar {
    let widget: ObjectRef
    let shutter: ShutterButton
    let lastPhoto: ThumbnailButton

    init() {
        shutter = ShutterButton()
        lastPhoto = ThumbnailButton()
        let bar = OpaquePointer(gtk_center_box_new())
        widget = ObjectRef(sinking: bar)
        Widgets.setMargins(bar, horizontal: 24, vertical: 12)
        gtk_center_box_set_start_widget(bar, lastPhoto.widget.raw.widget)
        gtk_center_box_set_center_widget(bar, shutter.widget.raw.widget)
    }
}

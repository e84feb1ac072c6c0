internal import CGtk
internal import CShims
internal import GLibBridge

/// A view that draws its own widget.
protocol DrawnView: AnyObject {
    /// Draws the widget; sizes in logical pixels.
    func draw(into snapshot: OpaquePointer, width: Int, height: Int)
}

/// A drawn widget's weak reference to its view.
final class Drawing {
    weak var view: (any DrawnView)?
    private init() {}

    /// A widget that its view draws, in a GtkDrawingArea; floating.
    ///
    /// - Parameter role: the widget's accessible role.
    static func area(_ role: GtkAccessibleRole) -> (widget: OpaquePointer, drawing: Drawing) {
        let drawing = Drawing()
        let area = tt_drawn_area_new(role, Box(drawing).retained(), drawView, releaseBox)
        return (OpaquePointer(area.unsafelyUnwrapped), drawing)
    }

    /// A dial that its view draws; floating.
    static func dial(_ adjustment: borrowing ObjectRef) -> (widget: OpaquePointer, drawing: Drawing) {
        let drawing = Drawing()
        let dial = tt_dial_new(
            UnsafeMutablePointer(adjustment.raw), Box(drawing).retained(), drawView, releaseBox)
        return (OpaquePointer(dial.unsafelyUnwrapped), drawing)
    }
}

nonisolated private let drawView: tt_draw = { pointer, snapshot, width, height in
    let (box, canvas) = (UInt(bitPattern: pointer), UInt(bitPattern: snapshot))
    MainActor.assumeIsolated {
        guard let box = UnsafeMutableRawPointer(bitPattern: box),
            let canvas = OpaquePointer(bitPattern: canvas)
        else { return }
        Box<Drawing>.borrow(box).value.view?.draw(into: canvas, width: Int(width), height: Int(height))
    }
}

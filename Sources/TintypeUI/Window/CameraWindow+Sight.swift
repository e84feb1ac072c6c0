internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The camera is on only while the window can be seen.
extension CameraWindow {
    func connectSight() {
        let attendance = environment.attendance
        sight.onChange = { attendance.note(.hiddenWindow, $0) }
        viewfinder.onArrival = { [weak self] in self?.sight.pictureArrived() }
        viewfinder.onDraw = { [weak self] in self?.sight.drawn() }
        connect(widget.raw, "map") { _ in attendance.noteWindow(isMapped: true) }
        connect(widget.raw, "unmap") { _ in attendance.noteWindow(isMapped: false) }
        connect(widget.raw, "realize") { [weak self] _ in
            self.map { $0.sight.watch($0.widget.raw) }
        }
        if gtk_widget_get_realized(widget.raw.widget) != 0 { sight.watch(widget.raw) }
    }
}

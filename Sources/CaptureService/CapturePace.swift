/// The numbers by which a session waits and looks.
enum CapturePace {
    /// No picture for so long means that the stream stalled (docs/cameras.md, "Streaming").
    static let stallLimit: Duration = .seconds(2)
    /// How often the thread looks up without a frame.
    static let patience: Duration = .milliseconds(250)
    /// For so long a descriptor is left alone that says ready and gives nothing.
    static let emptyPause: Duration = .milliseconds(10)
    /// More frames at a time than any driver has buffers (`VIDEO_MAX_FRAME`). One that always has another must not keep
    /// the thread from everything else.
    static let mostFrames = 32
    /// Other cameras come and go also where there is no udev to tell of it; a look takes a millisecond.
    static let scanInterval: Duration = .seconds(2)
}

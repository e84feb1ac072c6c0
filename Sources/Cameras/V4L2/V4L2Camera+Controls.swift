public import CaptureCore

extension V4L2Camera {
    public func readControls() -> [ControlReading] { [] }
    public func setControl(_ control: ControlID, to value: Int64) throws(CameraError) -> Int64 { value }
    public func changedControls() -> Set<ControlID> { [] }
}

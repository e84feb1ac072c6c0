/// An errno and the step it came from.
struct StepFailure: Error {
    let cause: Errno
    let step: String

    init(_ cause: Errno, _ step: String) {
        self.cause = cause
        self.step = step
    }

    init(_ cause: Errno, _ request: VideoRequest) { self.init(cause, request.name) }
}

extension VideoNode {
    /// As `call`, with the request's name in the failure.
    func step<Structure>(_ request: VideoRequest, _ value: inout Structure) throws(StepFailure) {
        do { try call(request, &value) } catch { throw StepFailure(error, request) }
    }
}

import CHeifLoader

/// libheif's functions, by their names without `heif_`. Thread-safe.
///
/// Loaded by the first photo, not at the start; CHeifLoader has the cost.
struct LibHeif {
    private let functions: UnsafePointer<TtHeif>

    /// - Throws: `encoderMissing` where this computer has no libheif.
    init() throws(ImagingError) {
        var reason: UnsafePointer<CChar>?
        guard let functions = tt_heif(&reason) else {
            throw ImagingError(.encoderMissing, reason.map { String(cString: $0) } ?? "")
        }
        self.functions = functions
    }

    /// As in `heif.call.context_alloc()`.
    var call: TtHeif { functions.pointee }
}

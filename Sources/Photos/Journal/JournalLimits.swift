/// How much the journal may hold.
struct JournalLimits: Sendable {
    /// Bytes of all unfinished shots together: 500 uncompressed frames of 1080p.
    var total = 2 << 30
    /// Bytes that are left free on the journal's disk for everybody else.
    var reserve = 32 << 20
}

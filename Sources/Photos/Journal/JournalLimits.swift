/// How much the journal may hold.
struct JournalLimits: Sendable {
    /// Bytes of all unfinished shots together: 500 uncompressed frames of 1080p.
    var total = 2 << 30
    /// Bytes that stay free on the journal's disk.
    var reserve = 32 << 20
}

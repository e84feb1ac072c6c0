import CaptureCore

/// A photo's bytes on their way to the disk.
struct PhotoFile {
    let bytes: [UInt8]
    /// Names the temporary file, so that another try at the same photo finds what a crash left.
    let id: String
    /// Called before the file gets its name, with everything that shows afterwards whether it got it.
    let willPublish: (Publication) throws(SaveError) -> Void

    init(
        _ bytes: [UInt8], id: String = EntryName.newRun(),
        willPublish: @escaping (Publication) throws(SaveError) -> Void = { (_) throws(SaveError) in }
    ) {
        self.bytes = bytes
        self.id = id
        self.willPublish = willPublish
    }
}

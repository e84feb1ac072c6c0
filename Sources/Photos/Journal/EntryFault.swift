/// Why an entry could not be read.
enum EntryFault: Error, Equatable {
    /// Its bytes are not what was written.
    case damaged
    /// A newer program's.
    case otherVersion
    /// The disk said something; perhaps not the next time.
    case system(SystemFault)

    /// The errno, where there is one.
    var number: Int32? { if case .system(let fault) = self { fault.number } else { nil } }

    /// Does `body`, and keeps what the disk says.
    static func keeping<Value>(
        _ body: () throws(SystemFault) -> Value
    ) throws(EntryFault) -> Value {
        do throws(SystemFault) {
            return try body()
        } catch {
            throw .system(error)
        }
    }
}

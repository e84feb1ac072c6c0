import System

/// Why an entry could not be read.
enum EntryFault: Error, Equatable {
    /// Its bytes are not what was written.
    case damaged
    /// Written by a newer version.
    case otherVersion
    /// A system fault, perhaps temporary.
    case system(SystemFault)

    /// The errno, where there is one.
    var number: Int32? { if case .system(let fault) = self { fault.cause.rawValue } else { nil } }

    /// Runs `body`; its fault becomes `.system`.
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

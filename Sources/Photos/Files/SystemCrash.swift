// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CFiles

/// `sigaction(2)`: does `body`; a crash of this process meanwhile first gives a file another name, on the disk.
///
/// A crash is a fault of the program's own; being killed is none. One at a time in a process: else only `body` is done.
func system_notingCrash<Value, Failure: Error>(
    of name: String, as newName: String, in folder: Int32, _ body: () throws(Failure) -> Value
) throws(Failure) -> Value {
    guard tt_crash_note(folder, name, newName) else { return try body() }
    defer { tt_crash_note_end() }
    return try body()
}

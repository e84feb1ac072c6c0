// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims

/// What a signal handler gets: the emission's arguments, and a place for its answer.
///
/// Valid only while the handler runs.
public struct SignalCall {
    let arguments: UnsafePointer<GValue>
    let count: Int
    let result: UnsafeMutablePointer<GValue>?

    /// The argument at `index`, where 0 is the first after the instance.
    private func argument(_ index: Int) -> UnsafePointer<GValue>? {
        index + 1 < count ? arguments + index + 1 : nil
    }

    public func uint(_ index: Int) -> UInt32 { argument(index).map { g_value_get_uint($0) } ?? 0 }
    public func int(_ index: Int) -> Int32 { argument(index).map { g_value_get_int($0) } ?? 0 }
    public func double(_ index: Int) -> Double { argument(index).map { g_value_get_double($0) } ?? 0 }
    /// Flags, such as the modifiers of a key event.
    public func flags(_ index: Int) -> UInt32 { argument(index).map { g_value_get_flags($0) } ?? 0 }
    public func string(_ index: Int) -> String? {
        argument(index).flatMap { g_value_get_string($0) }.map { String(cString: $0) }
    }
    /// A string in a variant, such as the target of an action.
    public func variantString(_ index: Int) -> String? {
        guard let variant = argument(index).flatMap({ g_value_get_variant($0) }),
            let text = g_variant_get_string(variant, nil)
        else { return nil }
        return String(cString: text)
    }
    /// An object argument, borrowed.
    public func object(_ index: Int) -> OpaquePointer? {
        argument(index).flatMap { g_value_get_object($0) }.map { OpaquePointer($0) }
    }

    /// Answers a signal that asks whether it was handled.
    public func answer(_ isHandled: Bool) {
        if let result { g_value_set_boolean(result, isHandled ? 1 : 0) }
    }
}

private typealias Handler = @MainActor (SignalCall) -> Void

/// File-scope, so that it has no isolation of its own: GTK calls it on the main thread, which is checked.
private let runSignal: tt_signal_run = { box, arguments, count, result in
    guard let box, let arguments else { return }
    let (handler, words, out) = (UInt(bitPattern: box), UInt(bitPattern: arguments), UInt(bitPattern: result))
    MainActor.assumeIsolated {
        guard let box = UnsafeMutableRawPointer(bitPattern: handler),
            let arguments = UnsafePointer<GValue>(bitPattern: words)
        else { return }
        let call = SignalCall(
            arguments: arguments, count: Int(count), result: UnsafeMutablePointer(bitPattern: out))
        Box<Handler>.borrow(box).value(call)
    }
}

/// Calls `handler` on the main actor whenever the object emits the signal, until the object is finalized.
///
/// The handler must hold the object's owners weakly. A name the object does not have is a programming error: it
/// is logged, and nothing is connected or leaked.
/// - Returns: the connection's number, for `SignalConnection`; 0 if there is no such signal.
@MainActor
@discardableResult
public func connect(
    _ object: OpaquePointer, _ signal: String, _ handler: @escaping @MainActor (SignalCall) -> Void
) -> UInt {
    let box = Box<Handler>(handler)
    let id = tt_signal_connect(UnsafeMutableRawPointer(object), signal, box.retained(), runSignal, releaseBox)
    if id == 0 { Log(domain: "glib").warning("no signal \(signal) to connect to") }
    return id
}

/// A connection to an object that outlives the listener; ends with this value.
@MainActor
public final class SignalConnection {
    private let object: ObjectRef
    private let id: UInt

    /// As `connect`, until this value is released.
    public init(
        _ object: OpaquePointer, _ signal: String, _ handler: @escaping @MainActor (SignalCall) -> Void
    ) {
        g_object_ref(UnsafeMutableRawPointer(object))
        self.object = ObjectRef(adopting: object)
        id = connect(object, signal, handler)
    }

    isolated deinit {
        if id != 0 { g_signal_handler_disconnect(UnsafeMutableRawPointer(object.raw), id) }
    }
}

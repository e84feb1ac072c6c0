// SPDX-License-Identifier: GPL-3.0-or-later
public import CGtk
internal import CShims

/// Why a GIO call failed: GLib's own words and numbers, for the log.
public struct GLibError: Error, Equatable, Sendable {
    public let domain: String
    public let code: Int32
    public let message: String
    /// The error's name on the bus, if a service answered with one, e.g. `org.freedesktop.DBus.Error.NoReply`.
    public let remoteName: String?

    /// An error of our own making.
    init(domain: String, code: Int32, message: String) {
        (self.domain, self.code, self.message, remoteName) = (domain, code, message, nil)
    }

    /// Takes over the error, which is freed.
    public init(adopting error: UnsafeMutablePointer<GError>?) {
        guard let error else {
            (domain, code, message, remoteName) = ("", 0, "unknown error", nil)
            return
        }
        domain = String(cString: g_quark_to_string(error.pointee.domain))
        code = error.pointee.code
        message = String(cString: error.pointee.message)
        let remote = g_dbus_error_get_remote_error(error)
        remoteName = remote.map { String(cString: $0) }
        g_free(remote)
        g_error_free(error)
    }
}

/// Runs one of GIO's start/finish pairs.
///
/// - Parameters:
///   - start: begins the call; hands GIO the given callback and data.
///   - finish: takes the result out, on the main loop.
/// Cancelling the task cancels the call. Main actor: GIO answers on the main loop.
@MainActor
public func gioAsync<Value: Sendable>(
    start: (_ cancellable: UnsafeMutablePointer<GCancellable>?, GAsyncReadyCallback, UnsafeMutableRawPointer?)
        -> Void,
    finish: @escaping @MainActor (OpaquePointer?, OpaquePointer) throws(GLibError) -> Value
) async throws(GLibError) -> Value {
    let cancellable = g_cancellable_new()
    let address = UInt(bitPattern: cancellable)
    defer { g_object_unref(cancellable) }
    let result: Result<Value, GLibError> = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            let box = Box<Answer>({ source, result in
                do throws(GLibError) {
                    continuation.resume(returning: .success(try finish(source, result)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            })
            start(cancellable, tt_async_ready, tt_async_data(box.retained(), takeAnswer))
        }
    } onCancel: {
        // GCancellable is thread-safe and outlives the call: the defer above runs after it.
        g_cancellable_cancel(UnsafeMutablePointer(bitPattern: address))
    }
    return try result.get()
}

private typealias Answer = @MainActor (OpaquePointer?, OpaquePointer) -> Void

private let takeAnswer: tt_async_answer = { pointer, source, result in
    let words = (UInt(bitPattern: pointer), UInt(bitPattern: source), UInt(bitPattern: result))
    MainActor.assumeIsolated {
        guard let pointer = UnsafeMutableRawPointer(bitPattern: words.0),
            let result = OpaquePointer(bitPattern: words.2)
        else { return }
        let box = Unmanaged<Box<Answer>>.fromOpaque(pointer).takeRetainedValue()
        box.value(OpaquePointer(bitPattern: words.1), result)
    }
}

extension GLibError {
    /// The session bus accepted a connection and stayed silent.
    static let silentBus = GLibError(
        domain: "tintype", code: 1, message: "the session bus does not answer")

    /// The errors with which a bus answers for a service that takes too long.
    private static let lateNames = ["NoReply", "Timeout", "TimedOut"].map {
        "org.freedesktop.DBus.Error." + $0
    }

    /// Whether a service or a bus took too long, whichever way GIO reports it.
    public var meansTimeOut: Bool {
        if let remoteName { return Self.lateNames.contains(remoteName) }
        let codes = [G_IO_ERROR_TIMED_OUT, G_IO_ERROR_CANCELLED].map { Int32($0.rawValue) }
        return self == .silentBus || domain == "g-io-error-quark" && codes.contains(code)
    }

    /// Whether a file system can't do what was asked, such as keeping a trash.
    public var meansUnsupported: Bool {
        domain == "g-io-error-quark" && code == Int32(G_IO_ERROR_NOT_SUPPORTED.rawValue)
    }

    /// Whether the service does not exist: none runs, and none can be started.
    public var meansNoService: Bool {
        switch remoteName {
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner": true
        case .some(let name): name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
        case nil: false
        }
    }

    /// Whether there was no answer: not in time, or never, because the service or the bus went away.
    public var meansSilence: Bool { remoteName.map(Self.lateNames.contains) ?? true }
}

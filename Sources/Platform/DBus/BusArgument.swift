// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk

/// A value to send over a bus, of exactly the type that the receiver asks for.
public indirect enum BusArgument: Equatable, Sendable {
    /// `s`
    case string(String)
    /// `b`
    case boolean(Bool)
    /// `i`
    case integer(Int32)
    /// `u`
    case unsigned(UInt32)
    /// `as`
    case strings([String])
    /// `ah`: indices into the call's descriptors.
    case handles([Int32])
    /// `v`
    case variant(BusArgument)
    /// `av`
    case variants([BusArgument])
    /// `a{sv}` without anything in it.
    case noOptions
    /// `a{sv}`
    case options([String: BusArgument])
    /// A structure, or a call's arguments.
    case tuple([BusArgument])

    /// A new, floating GVariant.
    func make() -> OpaquePointer? {
        switch self {
        case .string(let text): g_variant_new_string(text)
        case .boolean(let value): g_variant_new_boolean(value ? 1 : 0)
        case .integer(let value): g_variant_new_int32(value)
        case .unsigned(let value): g_variant_new_uint32(value)
        case .strings(let texts): Self.array("s", texts.map { .string($0) })
        case .handles(let places): Self.handles(places)
        case .variant(let value): g_variant_new_variant(value.make())
        case .variants(let values): Self.array("v", values.map { .variant($0) })
        case .noOptions: Self.array("{sv}", [])
        case .options(let options): Self.dictionary(options)
        case .tuple(let values): Self.withPointers(values) { g_variant_new_tuple($0, $1) }
        }
    }

    private static func dictionary(_ options: [String: BusArgument]) -> OpaquePointer? {
        let type = g_variant_type_new("{sv}")
        defer { g_variant_type_free(type) }
        let entries = options.map { key, value in
            g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(value.make()))
        }
        return entries.withUnsafeBufferPointer { g_variant_new_array(type, $0.baseAddress, gsize($0.count)) }
    }

    private static func handles(_ places: [Int32]) -> OpaquePointer? {
        let type = g_variant_type_new("h")
        defer { g_variant_type_free(type) }
        return g_variant_new_fixed_array(
            type, places, gsize(places.count), gsize(MemoryLayout<Int32>.size))
    }

    private static func array(_ elementType: String, _ elements: [BusArgument]) -> OpaquePointer? {
        let type = g_variant_type_new(elementType)
        defer { g_variant_type_free(type) }
        return withPointers(elements) { g_variant_new_array(type, $0, $1) }
    }

    private static func withPointers(
        _ values: [BusArgument], _ body: (UnsafePointer<OpaquePointer?>?, gsize) -> OpaquePointer?
    ) -> OpaquePointer? {
        let pointers = values.map { $0.make() }
        return pointers.withUnsafeBufferPointer { body($0.baseAddress, gsize($0.count)) }
    }
}

/// A method call: to whom, what, and how long to wait.
public struct BusCall: Sendable {
    let name: String
    let path: String
    let interface: String
    let method: String
    let arguments: [BusArgument]
    /// The call fails with a time-out after this.
    private let timeout: Duration
    /// No limit: the call then ends only with the service or the bus.
    public static let noLimit: Duration = .milliseconds(Int64(Int32.max))
    /// Whether the bus may start the service for this.
    private let startsService: Bool
    /// Sent along; they stay the caller's, open until the call has returned.
    let descriptors: [Int32]

    public init(
        _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: [BusArgument],
        timeout: Duration, startsService: Bool = true, descriptors: [Int32] = []
    ) {
        self.name = name
        self.path = path
        self.interface = interface
        self.method = method
        self.arguments = arguments
        self.timeout = timeout
        self.startsService = startsService
        self.descriptors = descriptors
    }

    var milliseconds: Int32 {
        let (seconds, attoseconds) = timeout.components
        return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }

    var flags: GDBusCallFlags {
        startsService ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START
    }
}

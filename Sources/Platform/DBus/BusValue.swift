// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk

/// A value received over a bus, read completely into Swift. Reading never fails.
///
/// A value of an unexpected type reads as nil; nothing is converted or guessed.
public indirect enum BusValue: Equatable, Sendable {
    case boolean(Bool)
    /// Any of D-Bus's integers.
    case integer(Int64)
    case double(Double)
    /// Text, an object path or a signature.
    case string(String)
    case array([BusValue])
    /// A structure, a message's arguments, or one entry of a dictionary: its key and its value.
    case tuple([BusValue])
    case variant(BusValue)
    /// A descriptor, or a container with more elements than `maximumElements`.
    case unreadable

    /// The most elements of one container that are read.
    private static let maximumElements = 20_000

    /// The element at `index` of a container.
    public subscript(index: Int) -> BusValue? {
        switch self {
        case .array(let elements), .tuple(let elements):
            elements.indices.contains(index) ? elements[index] : nil
        case .boolean, .integer, .double, .string, .variant, .unreadable: nil
        }
    }

    /// A dictionary's value for a key; the last one if there are several.
    public subscript(key: String) -> BusValue? {
        guard case .array(let entries) = self else { return nil }
        return entries.last { $0[0] == .string(key) }?[1]
    }

    public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// An array of nothing but strings.
    public var strings: [String]? {
        guard case .array(let elements) = self else { return nil }
        let strings = elements.compactMap(\.string)
        return strings.count == elements.count ? strings : nil
    }

    /// The value in however many variants; the Settings portal uses two.
    public var unwrapped: BusValue {
        if case .variant(let inner) = self { inner.unwrapped } else { self }
    }

    /// Reads a GVariant, which stays the caller's. GVariant itself bounds how deep containers are nested.
    init(reading variant: OpaquePointer) {
        switch g_variant_classify(variant) {
        case G_VARIANT_CLASS_BOOLEAN: self = .boolean(g_variant_get_boolean(variant) != 0)
        case G_VARIANT_CLASS_BYTE: self = .integer(Int64(g_variant_get_byte(variant)))
        case G_VARIANT_CLASS_INT16: self = .integer(Int64(g_variant_get_int16(variant)))
        case G_VARIANT_CLASS_UINT16: self = .integer(Int64(g_variant_get_uint16(variant)))
        case G_VARIANT_CLASS_INT32: self = .integer(Int64(g_variant_get_int32(variant)))
        case G_VARIANT_CLASS_UINT32: self = .integer(Int64(g_variant_get_uint32(variant)))
        case G_VARIANT_CLASS_INT64: self = .integer(Int64(g_variant_get_int64(variant)))
        case G_VARIANT_CLASS_UINT64:
            self = .integer(Int64(clamping: UInt64(g_variant_get_uint64(variant))))
        case G_VARIANT_CLASS_DOUBLE: self = .double(g_variant_get_double(variant))
        case G_VARIANT_CLASS_STRING, G_VARIANT_CLASS_OBJECT_PATH, G_VARIANT_CLASS_SIGNATURE:
            self = g_variant_get_string(variant, nil).map { .string(String(cString: $0)) } ?? .unreadable
        case G_VARIANT_CLASS_VARIANT:
            self = Self.elements(of: variant)?.first.map { .variant($0) } ?? .unreadable
        case G_VARIANT_CLASS_ARRAY: self = Self.elements(of: variant).map { .array($0) } ?? .unreadable
        case G_VARIANT_CLASS_TUPLE, G_VARIANT_CLASS_DICT_ENTRY:
            self = Self.elements(of: variant).map { .tuple($0) } ?? .unreadable
        default: self = .unreadable
        }
    }

    private static func elements(of container: OpaquePointer) -> [BusValue]? {
        let count = Int(g_variant_n_children(container))
        guard count <= maximumElements else { return nil }
        return (0..<count).compactMap { index in
            guard let child = g_variant_get_child_value(container, gsize(index)) else { return nil }
            defer { g_variant_unref(child) }
            return BusValue(reading: child)
        }
    }
}

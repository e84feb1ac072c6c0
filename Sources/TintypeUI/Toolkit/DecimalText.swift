// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// Numbers with a decimal, as the person's language writes them.
enum DecimalText {
    /// A number of tenths, as in "1.5".
    static func tenths(_ value: Int64) -> String { "\(value / 10)\(separator)\(value % 10)" }

    /// The same without a decimal that is zero, as in "2" and "1.5".
    static func short(tenths value: Int64) -> String { value % 10 == 0 ? "\(value / 10)" : tenths(value) }

    /// GTK sets the locale before the first widget.
    private static let separator =
        localeconv().flatMap { String(validatingCString: $0.pointee.decimal_point) } ?? "."
}

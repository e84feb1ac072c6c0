internal import Glibc

/// Numbers with a decimal, as the person's language writes them.
enum DecimalText {
    /// A number of tenths, as in "1.5".
    static func tenths(_ value: Int64) -> String { "\(value / 10)\(separator)\(value % 10)" }

    /// GTK sets the locale before the first widget.
    private static let separator =
        localeconv().flatMap { String(validatingCString: $0.pointee.decimal_point) } ?? "."
}

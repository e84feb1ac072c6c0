/// Names of hosts in other scripts, as the network writes them (RFC 3492, "Punycode"; the parameters of section 5).
enum Punycode {
    private static let base: UInt32 = 36
    private static let (tMin, tMax, skew, damp): (UInt32, UInt32, UInt32, UInt32) = (1, 26, 38, 700)
    private static let prefix = "xn--"

    /// A label as it reads: `xn--mnchen-3ya` becomes `münchen`. What is no valid punycode stays as it is.
    static func readable(_ label: String) -> String {
        guard label.lowercased().hasPrefix(prefix) else { return label }
        return decode(label.dropFirst(prefix.count)) ?? label
    }

    /// A label as the network writes it; nil where it is too long to be one.
    static func plain(_ label: String) -> String? {
        if label.unicodeScalars.allSatisfy(\.isASCII) { return label }
        return encode(label).map { prefix + $0 }
    }

    // MARK: Decoding (section 6.2)

    private static func decode(_ text: Substring) -> String? {
        let basicEnd = text.lastIndex(of: "-")
        var output = Array(text[..<(basicEnd ?? text.startIndex)].unicodeScalars)
        guard output.allSatisfy(\.isASCII) else { return nil }
        var rest = (basicEnd.map { text[text.index(after: $0)...] } ?? text).unicodeScalars.makeIterator()
        var (n, i, bias): (UInt32, UInt32, UInt32) = (128, 0, 72)
        var next = rest.next()
        while let first = next {
            let old = i
            guard let sum = generalized(first, &rest, from: i, bias) else { return nil }
            i = sum
            let count = UInt32(output.count + 1)
            bias = adapt(i - old, count, isFirst: old == 0)
            let (code, overflow) = n.addingReportingOverflow(i / count)
            guard !overflow, let scalar = Unicode.Scalar(code) else { return nil }
            n = code
            i %= count
            output.insert(scalar, at: Int(i))
            i += 1
            next = rest.next()
        }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: output)
        return String(result)
    }

    /// Reads one generalized integer.
    private static func generalized(
        _ first: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView.Iterator, from start: UInt32,
        _ bias: UInt32
    ) -> UInt32? {
        var (sum, weight, k) = (start, UInt32(1), base)
        var next: Unicode.Scalar? = first
        while let scalar = next {
            guard let digit = digit(scalar) else { return nil }
            let (product, tooLarge) = digit.multipliedReportingOverflow(by: weight)
            let (total, overflow) = sum.addingReportingOverflow(product)
            guard !tooLarge, !overflow else { return nil }
            sum = total
            let threshold = threshold(k, bias)
            if digit < threshold { return sum }
            let (heavier, isOver) = weight.multipliedReportingOverflow(by: base - threshold)
            guard !isOver else { return nil }
            weight = heavier
            k += base
            next = rest.next()
        }
        return nil
    }

    private static func digit(_ scalar: Unicode.Scalar) -> UInt32? {
        switch scalar {
        case "a"..."z": scalar.value - 97
        case "A"..."Z": scalar.value - 65
        case "0"..."9": scalar.value - 48 + 26
        default: nil
        }
    }

    // MARK: Encoding (section 6.3)

    private static func encode(_ label: String) -> String? {
        let input = Array(label.unicodeScalars)
        // A host's label has at most 63 characters (RFC 1035, 2.3.4), so nothing below can overflow.
        guard input.count <= 63 else { return nil }
        let basic = input.filter(\.isASCII)
        var output = String(String.UnicodeScalarView(basic))
        if !basic.isEmpty { output += "-" }
        var (n, delta, bias, handled): (UInt32, UInt32, UInt32, UInt32) = (128, 0, 72, UInt32(basic.count))
        while handled < UInt32(input.count) {
            guard let smallest = input.map(\.value).filter({ $0 >= n }).min() else { return nil }
            delta += (smallest - n) * (handled + 1)
            n = smallest
            for scalar in input {
                if scalar.value < n { delta += 1 }
                guard scalar.value == n else { continue }
                output += digits(of: delta, bias)
                bias = adapt(delta, handled + 1, isFirst: handled == UInt32(basic.count))
                delta = 0
                handled += 1
            }
            delta += 1
            n += 1
        }
        return output
    }

    private static func digits(of delta: UInt32, _ bias: UInt32) -> String {
        var (q, k, text) = (delta, base, "")
        while true {
            let threshold = threshold(k, bias)
            guard q >= threshold else { return text + letter(q) }
            text += letter(threshold + (q - threshold) % (base - threshold))
            q = (q - threshold) / (base - threshold)
            k += base
        }
    }

    private static func letter(_ digit: UInt32) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        return String(letters[Int(digit)])
    }

    // MARK: Both (section 6.1)

    private static func threshold(_ k: UInt32, _ bias: UInt32) -> UInt32 {
        k <= bias + tMin ? tMin : k >= bias + tMax ? tMax : k - bias
    }

    private static func adapt(_ delta: UInt32, _ count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var k: UInt32 = 0
        while delta > ((base - tMin) * tMax) / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + skew)
    }
}

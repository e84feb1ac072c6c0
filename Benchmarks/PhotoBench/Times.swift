// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Clocks, in milliseconds.
enum Times {
    static func wall() -> Double { read(CLOCK_MONOTONIC) }

    /// Of all threads of this process.
    static func processor() -> Double { read(CLOCK_PROCESS_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}

extension Double {
    /// With this many decimals, right-aligned.
    func text(_ width: Int, _ decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1) { value, _ in value * 10 }
        let number = Int((self * Double(scale)).rounded())
        let fraction = String(number % scale)
        let zeros = String(repeating: "0", count: max(0, decimals - fraction.count))
        let text = String(number / scale) + (decimals > 0 ? "." + zeros + fraction : "")
        return text.padded(width, left: true)
    }
}

extension String {
    func padded(_ width: Int, left: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, width - count))
        return left ? spaces + self : self + spaces
    }
}

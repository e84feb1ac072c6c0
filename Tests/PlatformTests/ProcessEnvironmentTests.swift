@preconcurrency import Glibc
// SPDX-License-Identifier: GPL-3.0-or-later
import Platform
import Testing

@Suite struct ProcessEnvironmentTests {
    private func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Threads that are looking for a variable go through the list that was there when they began.
    @Test func whoeverReadsVariablesCanGoOnReading() throws {
        for value in ["1", "2"] {
            let name = "TINTYPE_TEST_" + value
            let list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
            let count = try #require((0..<10_000).first { list[$0] == nil })
            let variables = (0..<count).map { list[$0] }
            ProcessEnvironment.set(name, value)
            #expect(self.value(name) == value)
            #expect((0..<count).map { list[$0] } == variables && list[count] == nil)
        }
    }

    @Test func aVariableIsReplacedByItsWholeName() {
        let names = ["TINTYPE_TEST_A", "TINTYPE_TEST_AB"]
        for name in names.reversed() { ProcessEnvironment.set(name, name) }
        ProcessEnvironment.set(names[0], "")
        #expect(value(names[0]) == "" && value(names[1]) == names[1])
    }
}

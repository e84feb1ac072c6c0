// SPDX-License-Identifier: GPL-3.0-or-later
import CGtk
import Synchronization
import Testing

@testable import Platform

/// The log entries, taken at GLib's own seam: the process's writer, which can be set once.
@Suite(.serialized) struct LogTests {
    private func entries(_ domain: String) -> [[String: String]] {
        LogCapture.entries.withLock { $0.filter { $0["GLIB_DOMAIN"] == domain } }
    }

    init() { LogCapture.begin }

    @Test func anEntryHasItsDomainAndItsErrno() {
        Log(domain: "test-errno").warning("the disk is full", .errno(28, at: "write"))
        #expect(
            entries("tintype-test-errno") == [
                [
                    "GLIB_DOMAIN": "tintype-test-errno", "PRIORITY": "4", "MESSAGE": "the disk is full",
                    "ERRNO": "28", "TINTYPE_STEP": "write",
                ]
            ])
    }

    @Test func aGErrorKeepsItsDomainAndCode() {
        let error = GLibError(domain: "g-io-error-quark", code: 7, message: "no")
        Log(domain: "test-gerror").info("no: 100 %s", .error(error))
        let entry = entries("tintype-test-gerror").first
        #expect(entry?["TINTYPE_GERROR_DOMAIN"] == "g-io-error-quark")
        #expect(entry?["TINTYPE_GERROR_CODE"] == "7")
        #expect(entry?["TINTYPE_BUS_ERROR"] == nil)
        #expect(entry?["MESSAGE"] == "no: 100 %s" && entry?["PRIORITY"] == "6")
    }

    @Test func errorWithoutErrnoHasNoField() {
        Log(domain: "test-plain").debug("just so", .errno(nil))
        #expect(entries("tintype-test-plain").first?.keys.sorted() == ["GLIB_DOMAIN", "MESSAGE", "PRIORITY"])
    }
}

private enum LogCapture {
    static let entries = Mutex<[[String: String]]>([])
    static let begin: Void = g_log_set_writer_func(take, nil, nil)

    private static let take: GLogWriterFunc = { level, fields, count, _ in
        var entry: [String: String] = [:]
        for index in 0..<Int(count) {
            guard let field = fields?[index], field.length == -1, let value = field.value else { continue }
            entry[String(cString: field.key)] = String(
                cString: value.assumingMemoryBound(to: CChar.self))
        }
        entries.withLock { $0.append(entry) }
        return G_LOG_WRITER_HANDLED
    }
}

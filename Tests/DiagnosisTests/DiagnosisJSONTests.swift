// SPDX-License-Identifier: GPL-3.0-or-later
import Diagnosis
import Foundation
import Testing

/// The document for machines, read by another parser.
@Suite struct DiagnosisJSONTests {
    private func parsed(_ value: JSONValue) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(value.text.utf8), options: [.fragmentsAllowed])
    }

    @Test(arguments: [
        "", "plain", "\"quoted\" \\ and / slashed", "tab\tnew\nline\rreturn",
        "\u{0}\u{1}\u{1f}\u{7f}\u{9b}31m",
        "Grüße 📷 \u{202e}rtl\u{2028}", "</script>", "e\u{301}",
    ])
    func everyTextComesBackAsItWas(_ text: String) throws {
        #expect(try parsed(.string(text)) as? String == text)
        let object = try #require(try parsed(.object([(text, .string(text))])) as? [String: String])
        #expect(object == [text: text])
    }

    @Test func noControlCharacterReachesATerminal() {
        let text = JSONValue.string((0...0x9f).map { String(UnicodeScalar(UInt8($0))) }.joined()).text
        let isClean = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) }
        #expect(isClean)
    }

    @Test func numbersAndContainersAreReadBack() throws {
        let value = JSONValue.object([
            ("integer", .integer(.min)), ("number", .number(29.97)), ("tiny", .number(1e-9)),
            ("huge", .number(1e300)), ("none", .null), ("yes", .bool(true)),
            ("empty", .array([])), ("nothing", .object([])), ("list", .array(["a", .array([.integer(1)])])),
        ])
        let read = try #require(try parsed(value) as? [String: Any])
        #expect((read["integer"] as? NSNumber)?.int64Value == .min)
        #expect((read["number"] as? NSNumber)?.doubleValue == 29.97)
        #expect((read["tiny"] as? NSNumber)?.doubleValue == 1e-9)
        #expect((read["huge"] as? NSNumber)?.doubleValue == 1e300)
        #expect(read["none"] is NSNull)
        #expect((read["yes"] as? NSNumber)?.boolValue == true)
        #expect((read["empty"] as? [Any])?.isEmpty == true)
        #expect((read["nothing"] as? [String: Any])?.isEmpty == true)
        #expect((read["list"] as? [Any])?.count == 2)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func nonNumbersAreNull(_ number: Double) throws {
        #expect(try parsed(.number(number)) is NSNull)
    }

    @Test func theReportHasItsFields() throws {
        var facts = HealthyComputer.facts
        facts.nodes[0].rights?.canOpen = false
        facts.encoders.heicFailure = "no \"plug-in\""
        let report = DiagnosisReport(version: "0.1", findings: facts.findings)
        let document = report.json(summary: "sum") { ("about " + $0.id, $0.status == .ok ? nil : "fix it") }
        let read = try #require(try parsed(document) as? [String: Any])
        #expect(read["format"] as? Int == 1 && read["version"] as? String == "0.1")
        #expect(read["status"] as? String == "problem" && read["summary"] as? String == "sum")
        #expect(read["problems"] as? Int == 1 && read["notes"] as? Int == 1)
        let checks = try #require(read["checks"] as? [[String: Any]])
        #expect(checks.count == report.findings.count)
        for check in checks { #expect(Set(check.keys) == ["id", "status", "summary", "fix", "details"]) }
        let heic = try #require(checks.first { $0["id"] as? String == "heic-encoder" })
        #expect(heic["fix"] as? String == "fix it")
        #expect((heic["details"] as? [String: Any])?["reason"] as? String == "no \"plug-in\"")
        let stream = try #require(checks.first { $0["id"] as? String == "camera-stream" })
        #expect(stream["fix"] is NSNull)
        let details = try #require(stream["details"] as? [String: Any])
        #expect(details["result"] as? String == "good" && details["frames"] as? Int == 61)
        #expect(details["rate"] as? Double == 30 && details["longest_gap_ms"] as? Int == 36)
        #expect(
            details["camera"] as? String == "Acme HD Webcam" && details["node"] as? String == "/dev/video0")
    }

    @Test func noNameIsTwiceInOneObject() {
        for finding in HealthyComputer.facts.findings {
            let names = finding.details.map(\.name)
            #expect(Set(names).count == names.count, "\(finding.id)")
        }
    }
}

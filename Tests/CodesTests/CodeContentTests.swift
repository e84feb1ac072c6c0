// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Codes

struct CodeContentTests {
    private func content(_ text: String, _ format: CodeFormat = .qr) -> CodeContent {
        CodeContent(of: ScannedCode(format: format, text: text))
    }

    @Test func textsAndNumbers() {
        #expect(content("Hello") == .text)
        #expect(content("4006381333931", .ean13) == .product("4006381333931"))
        #expect(content("4006381333931", .code128) == .text)
        #expect(content("tel:+49%2030%201") == .phone("+49 30 1"))
        #expect(
            content("geo:52.5,13.4;u=10")
                == .place([CodeField(.latitude, "52.5"), CodeField(.longitude, "13.4")]))
        #expect(content("geo:99,13") == .text)
        #expect(
            content("MAILTO:ada@example.com?subject=Hi%20you&body=x%0Ay")
                == .mail([
                    CodeField(.recipient, "ada@example.com"), CodeField(.subject, "Hi you"),
                    CodeField(.body, "x\ny"),
                ]))
        #expect(
            content("smsto:+491:Hello: you")
                == .message([CodeField(.recipient, "+491"), CodeField(.body, "Hello: you")]))
        #expect(
            content("sms:+491?body=Hi") == .message([CodeField(.recipient, "+491"), CodeField(.body, "Hi")]))
        #expect(content("javascript:alert(1)") == .text)
    }

    @Test func aNetwork() {
        #expect(
            content("WIFI:T:WPA;S:My\\;Net\\\\work;P:a\\:b\\\"c;H:true;;")
                == .wifi(
                    WiFiNetwork(name: "My;Net\\work", security: .wpa, password: "a:b\"c", isHidden: true)))
        #expect(
            content("wifi:S:Cafe;;")
                == .wifi(WiFiNetwork(name: "Cafe", security: .open, password: nil, isHidden: false)))
        #expect(
            content("WIFI:P:x;S:Old;T:WEP")
                == .wifi(WiFiNetwork(name: "Old", security: .wep, password: "x", isHidden: false)))
        #expect(
            content("WIFI:S:Corp;T:WPA2-EAP;;")
                == .wifi(
                    WiFiNetwork(name: "Corp", security: .other("WPA2-EAP"), password: nil, isHidden: false)))
        #expect(content("WIFI:T:WPA;P:x;;") == .text)
    }

    @Test func aContact() {
        let card = """
            BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;Countess;\r\nFN:Ada\r\n  Lovelace\r\nORG:Engines\\, Ltd.;Analysis\r
            item1.TEL;TYPE="work:x",voice:tel:+44 20 1\r\nEMAIL:ada@example.com\r\nADR:;;1 St James\\nSquare;London;;SW1;UK\r
            URL:https://example.com/a:b\r\nEND:VCARD
            """
        #expect(
            content(card)
                == .contact([
                    CodeField(.name, "Ada Lovelace"), CodeField(.organization, "Engines, Ltd., Analysis"),
                    CodeField(.phone, "+44 20 1"), CodeField(.email, "ada@example.com"),
                    CodeField(.address, "1 St James\nSquare, London, SW1, UK"),
                    CodeField(.website, "https://example.com/a:b"),
                ]))
        #expect(
            content("BEGIN:VCARD\nN:Lovelace;Ada;;Countess\nEND:VCARD")
                == .contact([CodeField(.name, "Countess Ada Lovelace")]))
        #expect(
            content("MECARD:N:Lovelace,Ada;TEL:1;TEL:2;NOTE:a\\;b;;")
                == .contact([
                    CodeField(.name, "Ada Lovelace"), CodeField(.phone, "1"), CodeField(.phone, "2"),
                    CodeField(.note, "a;b"),
                ]))
        #expect(content("BEGIN:VCARD\nEND:VCARD") == .text)
    }

    @Test func anEvent() {
        let event = """
            BEGIN:VCALENDAR
            X-WR-CALNAME:No title
            BEGIN:VEVENT
            SUMMARY:Tea\\, again
            DTSTART;TZID=Europe/Berlin:20260312T090000
            DTEND:20260312T100000Z
            LOCATION:Kitchen
            DESCRIPTION:Bring\\nmilk
            BEGIN:VALARM
            DESCRIPTION:no
            END:VALARM
            END:VEVENT
            END:VCALENDAR
            """
        #expect(
            content(event)
                == .event([
                    CodeField(.summary, "Tea, again"), CodeField(.starts, "2026-03-12 09:00 Europe/Berlin"),
                    CodeField(.ends, "2026-03-12 10:00 UTC"), CodeField(.location, "Kitchen"),
                    CodeField(.details, "Bring\nmilk"),
                ]))
        #expect(
            content("BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20260312\nDTEND:soon\nEND:VEVENT")
                == .event([
                    CodeField(.summary, "x"), CodeField(.starts, "2026-03-12"), CodeField(.ends, "soon"),
                ]))
        #expect(content("BEGIN:VCALENDAR\nEND:VCALENDAR") == .text)
    }

    /// A generator with a seed, so that a failure can be repeated.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    /// Texts of up to 4 kB made of what parsers trip over: nothing traps, every result can be shown, and no host
    /// contains an invisible character.
    @Test(arguments: 0..<20) func anyTextIsRead(seed: UInt64) {
        let pieces = [
            "https://", "http:", "WIFI:", "S:", "T:WPA", ";", ";;", ":", "\\", "BEGIN:VCARD\n", "FN:",
            "END:VCARD", "\r\n ",
            "BEGIN:VEVENT\n", "DTSTART:", "20260101T", "MECARD:", "N:", "@", "[", "]", "%", "%41", "xn--",
            "xn--80ak6aa92e", ".",
            "a", "ü", "\u{202E}", "\u{0}", "\n", "geo:", "1,2", "mailto:", "?", "&", "=", "sms:", "\"", "👩‍🚀",
            "e\u{301}",
            "tel:",
        ]
        var random = Seeded(state: seed)
        for _ in 0..<300 {
            var text = ""
            while text.utf8.count < Int.random(in: 0..<4096, using: &random) {
                text += pieces.randomElement(using: &random) ?? ""
            }
            let content = content(text)
            if case .link(let link) = content {
                #expect(!link.host.unicodeScalars.contains(where: SafeText.isTreacherous))
                #expect(link.plainHost.unicodeScalars.allSatisfy { $0.isASCII })
            }
            _ = SafeText.visible(text)
        }
    }
}

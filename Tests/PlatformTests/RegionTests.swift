// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Platform

struct RegionTests {
    private let table = """
        # comment
        DE\t+5230+01322\tEurope/Berlin\tmost of Germany
        US\t+404251-0740023\tAmerica/New_York\tEastern
        AD\t+4230+00131\tEurope/Andorra
        """

    @Test func aTimeZoneHasACountry() {
        #expect(Region.country(ofZone: "Europe/Berlin", in: table) == "DE")
        #expect(Region.country(ofZone: "Europe/Andorra", in: table) == "AD")
        #expect(Region.country(ofZone: "UTC", in: table) == nil)
    }

    @Test(
        arguments: [
            ("de_AT.UTF-8", "AT"), ("pt_BR@latin", "BR"), ("en_US", "US"), ("C", nil), ("de", nil),
            ("x_yz", nil),
        ] as [(String, String?)])
    func aLanguageMayHaveACountry(_ language: String, _ country: String?) {
        #expect(Region.country(ofLanguage: language) == country)
    }
}

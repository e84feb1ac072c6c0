// SPDX-License-Identifier: GPL-3.0-or-later
/// A network as Android's, iOS's and GNOME's codes describe it: `WIFI:T:WPA;S:name;P:password;H:true;;`.
public struct WiFiNetwork: Equatable, Sendable {
    public enum Security: Equatable, Sendable {
        case open, wep, wpa
        /// Another kind, in the code's own words.
        case other(String)
    }

    public let name: String
    public let security: Security
    /// nil for open networks.
    public let password: String?
    public let isHidden: Bool
}

extension WiFiNetwork {
    init?(_ text: String) {
        guard text.prefix(5).uppercased() == "WIFI:" else { return nil }
        let fields = MeCard.split(text.dropFirst(5))
        guard let name = fields["S"]?.first, !name.isEmpty else { return nil }
        self.name = name
        password = fields["P"]?.first.flatMap { $0.isEmpty ? nil : $0 }
        isHidden = fields["H"]?.first?.lowercased() == "true"
        let kind = fields["T"]?.first ?? ""
        security =
            switch kind.uppercased() {
            case "", "NOPASS": password == nil ? .open : .wpa
            case "WEP": .wep
            case "WPA", "WPA2", "WPA3", "SAE", "WPA/WPA2": .wpa
            default: .other(kind)
            }
    }
}

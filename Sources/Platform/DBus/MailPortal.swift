// SPDX-License-Identifier: GPL-3.0-or-later
/// The desktop's Email portal: begins a message in the person's mail program. Stateless and thread-safe.
public struct MailPortal: Sendable {
    private static let interface = "org.freedesktop.portal.Email"
    /// The limit for answers that don't wait for a person.
    private static let timeout: Duration = .seconds(5)

    private let bus: BusConnection

    /// The portal; nil if the desktop has none.
    @MainActor public static func find() async -> MailPortal? {
        let question = BusCall(
            DesktopPortal.name, DesktopPortal.path, "org.freedesktop.DBus.Properties", "Get",
            [.string(interface), .string("version")], timeout: timeout)
        do throws(GLibError) {
            let bus = try await BusConnection.sessionSoon()
            _ = try await bus.call(question)
            return MailPortal(bus: bus)
        } catch {
            Log(domain: "glib").debug("no mail portal: \(error.message)")
            return nil
        }
    }

    /// Begins a message with a file attached; returns when a mail program has it, or the portal gave up.
    ///
    /// - Parameter file: open for reading, and under a name that the mail program can open, too. Stays the caller's.
    @MainActor public func compose(attaching file: Int32) async -> PortalRequest.Outcome {
        await PortalRequest.run(on: bus) { token in
            BusCall(
                DesktopPortal.name, DesktopPortal.path, Self.interface, "ComposeEmail",
                // Without a window of ours: a question belongs to the whole screen.
                [
                    .string(""),
                    .options(["handle_token": .string(token), "attachment_fds": .handles([0])]),
                ], timeout: Self.timeout, descriptors: [file])
        }
    }
}

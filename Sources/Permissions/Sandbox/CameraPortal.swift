// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Glibc
internal import Platform

/// The desktop's Camera portal: asks the person in its own words, and hands out connections to the cameras.
///
/// Stateless and thread-safe.
struct CameraPortal: Sendable {
    /// The portal's present decision, found out without a dialog by asking for a connection.
    enum Gate: Equatable, Sendable {
        /// It gives connections.
        case open
        /// It gives none: not asked yet, or no was the answer.
        case closed
        /// It gives none to any program.
        case disabled
        /// There is no portal, or its answer is missing or unreadable.
        case unclear(String)
    }

    private static let interface = "org.freedesktop.portal.Camera"

    let bus: BusConnection
    /// The limit for answers that don't wait for a person.
    var timeout: Duration = .seconds(5)

    /// Asks without blocking and without a dialog.
    @MainActor func probe() async -> Gate {
        do throws(GLibError) {
            close(try await bus.callForDescriptor(opening))
            return .open
        } catch {
            return Self.gate(error)
        }
    }

    /// The same for a thread that may wait.
    func probeBlocking() -> Gate {
        do throws(GLibError) {
            close(try bus.callBlockingForDescriptor(opening))
            return .open
        } catch {
            return Self.gate(error)
        }
    }

    /// A connection to the cameras, for a thread that may wait.
    ///
    /// - Returns: a descriptor, now the caller's.
    /// - Throws: `.notAllowed`, `.gone` if the portal does not answer.
    func connect() throws(CameraError) -> Int32 {
        do throws(GLibError) {
            return try bus.callBlockingForDescriptor(opening)
        } catch {
            switch Self.gate(error) {
            case .closed, .disabled: throw CameraError(.notAllowed, step: "OpenPipeWireRemote")
            case .open, .unclear: throw CameraError(.gone, step: "OpenPipeWireRemote: \(error.message)")
            }
        }
    }

    /// Lets the portal ask the person. Call only from a click, with the window active: other desktops' portals
    /// otherwise refuse the dialog and record a no.
    @MainActor func ask() async -> PortalRequest.Outcome {
        await PortalRequest.run(on: bus) { token in
            BusCall(
                DesktopPortal.name, DesktopPortal.path, Self.interface, "AccessCamera",
                [.options(["handle_token": .string(token)])], timeout: timeout)
        }
    }

    private var opening: BusCall {
        BusCall(
            DesktopPortal.name, DesktopPortal.path, Self.interface, "OpenPipeWireRemote", [.noOptions],
            timeout: timeout)
    }

    static func gate(_ error: GLibError) -> Gate {
        guard error.remoteName == "org.freedesktop.portal.Error.NotAllowed" else {
            return .unclear(error.message)
        }
        // The same error for both; only its words tell them apart.
        return error.message.hasSuffix("Camera access disabled") ? .disabled : .closed
    }
}

/// Asks the portal on a thread of its own while GTK starts, so that an allowed camera waits for nothing else.
struct EarlyPortalCheck: EarlyChecking {
    let isTurnedOff: Bool
    let grants: DeviceGrants<CameraKind>
    let watch: DeviceGuard<CameraKind>
    /// Reports the result to the permission.
    let onFound: @Sendable (CameraPortal.Gate) -> Void

    func run(_ bus: BusConnection?) -> CameraGrant? {
        guard !isTurnedOff, let bus else { return nil }
        watch.start(DeviceGuard<CameraKind>.Places(entry: nil, hasPrivacySchema: false), bus)
        let gate = CameraPortal(bus: bus).probeBlocking()
        let grant = gate == .open ? grants.openUnlessClosed() : nil
        onFound(gate)
        return grant
    }
}

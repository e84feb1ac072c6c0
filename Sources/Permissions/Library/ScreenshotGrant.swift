/// Proof that the newest screenshot may be looked for, and the folder of pictures that it is in.
///
/// Only this module makes one, for one look: the photo library is listed for nothing else.
public struct ScreenshotGrant: Sendable {
    /// The person's photo library, e.g. `/home/ada/Pictures`.
    public let library: String
}

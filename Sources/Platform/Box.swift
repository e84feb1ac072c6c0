// SPDX-License-Identifier: GPL-3.0-or-later
/// A Swift value that C keeps as a pointer and gives back for its release.
///
/// Every box has one release path, `Box.release`, which C calls exactly once.
public final class Box<Value> {
    public let value: Value

    public init(_ value: Value) {
        self.value = value
        LiveObjects.add()
    }

    deinit { LiveObjects.remove() }

    /// A reference for C to keep.
    public func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// The box behind a pointer that C keeps.
    public static func borrow(_ pointer: UnsafeMutableRawPointer) -> Box {
        Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue()
    }
}

/// Releases a box that C kept.
public let releaseBox: @convention(c) (UnsafeMutableRawPointer?) -> Void = { pointer in
    guard let pointer else { return }
    Unmanaged<AnyObject>.fromOpaque(pointer).release()
}

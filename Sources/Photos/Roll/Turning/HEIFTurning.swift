enum HEIFTurning { static func turned(_ b: UnsafeRawBufferPointer, clockwise: Bool) -> [UInt8]? { nil } }

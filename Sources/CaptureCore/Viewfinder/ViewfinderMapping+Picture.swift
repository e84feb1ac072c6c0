extension ViewfinderMapping.Crop {
    /// The part of its frame that a picture shows.
    public static func shown(by picture: Picture) -> ViewfinderMapping.Crop {
        let (part, frame) = (picture.portion, picture.frameSize)
        guard !frame.isEmpty else { return .whole }
        return ViewfinderMapping.Crop(
            left: Double(part.x) / Double(frame.width), top: Double(part.y) / Double(frame.height),
            width: Double(part.width) / Double(frame.width),
            height: Double(part.height) / Double(frame.height))
    }
}

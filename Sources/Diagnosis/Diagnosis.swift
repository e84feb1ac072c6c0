/// Concludes from facts what is to be said of them. Pure: the same facts give the same findings.
public enum Diagnosis {
    /// - Returns: in the order in which a person reads them, without anything private.
    public static func findings(from facts: DiagnosisFacts) -> [Finding] {
        let scrubber = facts.scrubber
        var findings = DesktopFinding.findings(facts).map { Finding(.desktop($0)) }
        findings += PermissionFinding.findings(facts).map { Finding(.permission($0)) }
        findings += NodeFinding.findings(facts).map { Finding(.node($0)) }
        if let missing = facts.missingCamera {
            findings.append(
                Finding(.camera(CameraSubject(name: scrubber.scrub(missing), node: ""), .missing)))
        }
        for camera in facts.cameras {
            let subject = CameraSubject(name: scrubber.scrub(camera.name), node: scrubber.scrub(camera.node))
            findings += CameraFinding.findings(camera, scrubber).map { Finding(.camera(subject, $0)) }
        }
        findings += EncoderFinding.findings(facts).map { Finding(.encoder($0)) }
        findings += facts.folders.map { Finding(.folder(FolderFinding($0, scrubber))) }
        return findings
    }
}

internal import CGtk
internal import GLibBridge

/// The question before the camera is first used.
enum ConsentDialog {
    /// The dialog; `answer` reads its answer.
    static func make(over parent: OpaquePointer) -> QuestionDialog {
        QuestionDialog(
            over: parent, heading: tr("Allow Tintype to use the camera?"), text: usage,
            answers: [("deny", tr("Don't Allow")), ("allow", tr("Allow"))])
    }

    static func isAllowed(by answer: String?) -> Bool? { answer.map { $0 == "allow" } }

    /// Why Tintype wants it.
    static var usage: String { tr("Tintype uses the camera to take photos. You decide when it is on.") }
}

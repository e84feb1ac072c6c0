internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The question before the first photo is saved, or the first screenshot looked for.
final class LibraryDialog {
    private let parent: OpaquePointer
    private let purpose: LibraryPurpose
    private var question: QuestionDialog?

    /// - Parameter parent: a window, which outlives this.
    init(over parent: OpaquePointer, purpose: LibraryPurpose) {
        self.parent = parent
        self.purpose = purpose
    }

    /// Asks; a cancelled choice of folder asks again.
    ///
    /// - Returns: nil where nothing was decided.
    func ask() async -> LibraryAnswer? {
        while true {
            let question = make()
            self.question = question
            switch await question.ask() {
            case "allow": return .allow
            case "deny": return .deny
            case "folder": if let folder = await FolderDialog.choose(over: parent) { return .folder(folder) }
            default: return nil
            }
        }
    }

    private func make() -> QuestionDialog {
        switch purpose {
        case .saving:
            QuestionDialog(
                over: parent, heading: tr("Save photos to your library?"),
                text: tr("Tintype needs permission to save photos you take to your Pictures folder."),
                answers: [
                    ("deny", tr("Don't Allow")), ("folder", tr("Choose Folder…")), ("allow", tr("Allow")),
                ])
        case .screenshots:
            QuestionDialog(
                over: parent, heading: tr("Allow Tintype to use your photo library?"),
                text: tr(
                    "Tintype needs permission to look at your latest screenshot and to save photos you take to your Pictures folder."
                ), answers: [("deny", tr("Don't Allow")), ("allow", tr("Allow"))])
        }
    }

    /// Withdraws the question: it was answered elsewhere, or the window goes.
    func withdraw() { question?.withdraw() }
}

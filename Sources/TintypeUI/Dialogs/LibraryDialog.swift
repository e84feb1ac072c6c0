internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The question before the first photo is saved.
final class LibraryDialog {
    private let parent: OpaquePointer
    private var question: QuestionDialog?

    /// - Parameter parent: a window, which outlives this.
    init(over parent: OpaquePointer) { self.parent = parent }

    /// Asks; who thinks better of choosing a folder is asked again.
    ///
    /// - Returns: nil where nothing was decided.
    func ask() async -> LibraryAnswer? {
        while true {
            let question = QuestionDialog(
                over: parent, heading: tr("Save photos to your library?"),
                text: tr("Tintype needs permission to save photos you take to your Pictures folder."),
                answers: [
                    ("deny", tr("Don't Allow")), ("folder", tr("Choose Folder…")), ("allow", tr("Allow")),
                ])
            self.question = question
            switch await question.ask() {
            case "allow": return .allow
            case "deny": return .deny
            case "folder": if let folder = await FolderDialog.choose(over: parent) { return .folder(folder) }
            default: return nil
            }
        }
    }

    /// Takes the question back: it was answered elsewhere, or the window goes.
    func withdraw() { question?.withdraw() }
}

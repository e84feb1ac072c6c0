// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// The possible names of a photo in a folder where nothing may be replaced, the best first.
enum FileNames {
    /// The library's names: the time the photo was taken.
    case taken(PhotoName, PhotoFormat)
    /// Those of a photo that was meant for a file of this name: `doc.jpg`, and with the word `recovered`
    /// `doc (recovered).jpg`, `doc (recovered 2).jpg` and so on.
    case beside(fileName: String, word: String)

    /// - Parameter attempt: counted from 0.
    func name(attempt: Int) -> String {
        switch self {
        case .taken(let name, let format): return name.fileName(format, attempt: attempt)
        case .beside(let fileName, _) where attempt == 0: return fileName
        case .beside(let fileName, let word):
            let note = attempt == 1 ? " (\(word))" : " (\(word) \(attempt))"
            // A name that begins with its only dot has no extension.
            guard let dot = fileName.lastIndex(of: "."), dot != fileName.startIndex else {
                return fileName + note
            }
            return fileName[..<dot] + note + fileName[dot...]
        }
    }
}

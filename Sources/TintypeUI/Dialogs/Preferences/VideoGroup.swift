// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// The preferences for videos and their sound.
enum VideoGroup {
    /// Minutes; 0 for no limit.
    private static let limits = [0, 1, 5, 10, 30, 60]

    static func make(_ preferences: Preferences, _ recording: any VideoRecording) -> OpaquePointer {
        let formats: [VideoFormat] = [.standard, .original]
        let format = PreferencesRows.choice(
            tr("Video Format"), tr("Original keeps the camera’s own pictures in large files"),
            // Translators: kinds of video: one that plays everywhere, and the camera's own pictures.
            [tr("Standard"), tr("Original")],
            selected: formats.firstIndex(of: preferences.videoFormat) ?? 0
        ) { preferences.videoFormat = formats[$0] }
        let minutes = Int((preferences.videoLimit?.components.seconds ?? 0) / 60)
        let limit = PreferencesRows.choice(
            tr("Longest Video"), tr("A recording ends by itself after this time"),
            limits.map { $0 == 0 ? tr("No Limit") : trn("%d Minute", "%d Minutes", $0) },
            selected: limits.firstIndex(of: minutes) ?? 0
        ) { preferences.videoLimit = limits[$0] == 0 ? nil : .seconds(limits[$0] * 60) }
        let group = PreferencesRows.group(tr("Videos"), [format, limit])
        // Held by the task: the dialog may be closed before the sound server has answered.
        let held = ObjectRef(sinking: group)
        Task {
            let row = microphone(preferences, await recording.microphones())
            adw_preferences_group_add(UnsafeMutablePointer(held.raw), row.widget)
            // The dialog named only the rows that existed when it appeared.
            Widgets.nameInnerParts(below: row, tr("Microphone"))
        }
        return group
    }

    private static func microphone(
        _ preferences: Preferences, _ microphones: [MicrophoneInfo]
    ) -> OpaquePointer {
        let choices = [SoundChoice.automatic, .silent] + microphones.map { .microphone(id: $0.id) }
        return PreferencesRows.choice(
            tr("Microphone"), tr("Automatic takes the camera’s own, or else the desktop’s"),
            [tr("Automatic"), tr("No Sound")] + microphones.map(\.name),
            selected: choices.firstIndex(of: preferences.soundChoice) ?? 0
        ) { preferences.soundChoice = choices[$0] }
    }
}

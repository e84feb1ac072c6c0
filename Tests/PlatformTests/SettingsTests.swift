// SPDX-License-Identifier: GPL-3.0-or-later
import Platform
import Testing

@MainActor
struct SettingsTests {
    private let settings = Settings.forgetful(schema: "org.gnome.desktop.privacy", directories: [])

    /// Some backends write a file for each and wait for the disk, on the main thread.
    @Test func unchangedSettingIsNotWritten() throws {
        let settings = try #require(settings)
        var writes = 0
        let watch = settings.onChange(of: "recent-files-max-age") { writes += 1 }
        #expect(settings.set("recent-files-max-age", 7))
        #expect(settings.set("recent-files-max-age", 7))
        #expect(writes == 1 && settings.int("recent-files-max-age") == 7)
        #expect(settings.set("recent-files-max-age", 8))
        #expect(writes == 2 && settings.int("recent-files-max-age") == 8)
        withExtendedLifetime(watch) {}
    }
}

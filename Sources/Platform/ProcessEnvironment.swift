// SPDX-License-Identifier: GPL-3.0-or-later
public import CGtk
internal import CShims
internal import Synchronization

/// Variables that GTK and GIO read, set for this program and kept from those that it starts. Thread-safe,
/// also beside getenv; not beside setenv.
public enum ProcessEnvironment {
    private struct Change {
        let name: String
        /// nil if there was none.
        let before: String?
    }

    private static let changes = Mutex<[Change]>([])

    /// Sets a variable of this process; call before its reader starts.
    public static func set(_ name: String, _ value: String) {
        changes.withLock { changes in
            changes.append(Change(name: name, before: getenv(name).map { String(cString: $0) }))
            tt_environment_set(name, value)
        }
    }

    /// Gives a program that is about to be started the environment as it was.
    public static func restore(in context: UnsafeMutablePointer<GAppLaunchContext>?) {
        for change in changes.withLock({ $0 }).reversed() {
            if let before = change.before {
                g_app_launch_context_setenv(context, change.name, before)
            } else {
                g_app_launch_context_unsetenv(context, change.name)
            }
        }
    }

    /// The environment as it was; the caller frees it.
    static func original() -> UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>? {
        changes.withLock { $0 }.reversed().reduce(g_get_environ()) { environment, change in
            change.before.map { g_environ_setenv(environment, change.name, $0, 1) }
                ?? g_environ_unsetenv(environment, change.name)
        }
    }
}

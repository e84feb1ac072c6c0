// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// The application: one instance, one window, dark.
///
///     let application = TintypeApplication { environment }
///     exit(application.run(arguments))
public final class TintypeApplication {
    public nonisolated static let id = applicationID
    /// The resource path of style.css and the icons, which does not depend on the application id. GTK finds them
    /// there.
    nonisolated static let resources = "/io/github/tintype/Tintype"

    /// Whether this is the first instance, which has the window; others only pass their request on to it.
    public private(set) static var isFirst = false

    private let application: ObjectRef
    private var environment: AppEnvironment
    private var window: CameraWindow?
    private var leakCheck: MainTimer?
    private var pressesShutter = false
    /// Whether the system has asked the program to end.
    private var isEnding = false

    public init(environment: AppEnvironment) {
        self.environment = environment
        application = ObjectRef(
            adopting: OpaquePointer(
                adw_application_new(Self.id, G_APPLICATION_DEFAULT_FLAGS).unsafelyUnwrapped))
        g_application_set_resource_base_path(application.raw.gApplication, Self.resources)
        connect(application.raw, "startup") { [weak self] _ in self?.startUp() }
        connect(application.raw, "activate") { [weak self] _ in self?.activate() }
        connect(application.raw, "shutdown") { [weak self] _ in self?.window = nil }
    }

    /// Whether there is a display. Opens it, as the first window would.
    public static var hasDisplay: Bool { gtk_init_check() != 0 }

    /// Runs until the window is closed, or until the request has reached the running instance.
    ///
    /// - Parameters:
    ///   - arguments: the program's name and what GApplication itself understands.
    ///   - camera: the person's word for a camera, to which a running instance changes.
    ///   - pressesShutter: whether to take a photo as soon as that can be.
    /// - Returns: the exit status.
    public func run(_ arguments: [String], camera: String? = nil, pressesShutter: Bool = false) -> Int32 {
        let app = application.raw.gApplication
        // Registering comes before GApplication reads this option, with which it never becomes a second instance.
        let isService = arguments.contains("--gapplication-service")
        self.pressesShutter = pressesShutter
        if !isService, Self.register(app), g_application_get_is_remote(app) != 0 {
            if let camera {
                g_action_group_activate_action(application.raw, "use-camera", g_variant_new_string(camera))
            }
            if pressesShutter { g_action_group_activate_action(application.raw, "take-photo", nil) }
        }
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { g_strdup($0) }
        defer { for word in words { g_free(word) } }
        return g_application_run(application.raw.gApplication, Int32(words.count), &words)
    }

    /// How often and how long it is tried to register; seconds.
    private static let registering = (tries: 20, seconds: 5)

    /// An instance that was killed still owns the name for a moment, and its answer never comes.
    ///
    /// - Returns: false if there is a bus and it refuses; GApplication says why.
    private static func register(_ app: UnsafeMutablePointer<GApplication>) -> Bool {
        let deadline = ContinuousClock.now + .seconds(registering.seconds)
        for _ in 0..<registering.tries {
            if g_application_register(app, nil, nil) != 0 { return true }
            guard ContinuousClock.now < deadline else { break }
        }
        return false
    }

    /// Ends without a question, as the system asks: within two seconds after every shot is on disk. The next launch
    /// finishes the rest.
    public func end() {
        isEnding = true
        guard let window else { return g_application_quit(application.raw.gApplication) }
        window.end()
    }

    /// Shows a new window over another environment, in place of the present one, which goes without its questions: for
    /// tests, which look at one state of the window after the other.
    package func restart(over environment: AppEnvironment) {
        if let window { gtk_window_destroy(window.widget.raw.window) }
        window = nil
        self.environment = environment
        activate()
    }

    private static func addStyle(_ name: String) {
        let style = ObjectRef(adopting: OpaquePointer(gtk_css_provider_new().unsafelyUnwrapped))
        gtk_css_provider_load_from_resource(UnsafeMutablePointer(style.raw), "\(resources)/\(name)")
        gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), style.raw, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

    /// Called in the first instance only.
    private func startUp() {
        Self.isFirst = true
        adw_style_manager_set_color_scheme(adw_style_manager_get_default(), ADW_COLOR_SCHEME_FORCE_DARK)
        if tt_has_style_variables() != 0 { Self.addStyle("style-variables.css") }
        let app = application.raw
        // A program started by the bus stays for a moment after its window is closed, so that the next one opens at
        // once.
        if g_application_get_flags(app.gApplication).rawValue & G_APPLICATION_IS_SERVICE.rawValue != 0 {
            g_application_set_inactivity_timeout(app.gApplication, 5000)
        }
        Actions.add(to: app, "quit") { [weak self] in self?.quit() }
        Actions.add(to: app, "take-photo") { [weak self] in
            self?.activate()
            self?.window?.takePhotoWhenPossible()
        }
        Actions.addCommand(to: app, "use-camera") { [weak self] in self?.environment.useCamera($0) }
        Actions.bind(app, "app.quit", ["<Control>q"])
        for action in WindowAction.allCases where !action.accelerators.isEmpty {
            Actions.bind(app, action.detailedName, action.accelerators)
        }
        CameraMenu.bindKeys(of: app)
    }

    private func activate() {
        defer {
            if pressesShutter { window?.takePhotoWhenPossible() }
            pressesShutter = false
        }
        if let window { return window.present() }
        let window = CameraWindow(application: application.raw, environment: environment)
        window.onClosed = { [weak self] in self?.windowClosed() }
        self.window = window
        environment.startCamera()
        window.present()
    }

    private func windowClosed() {
        window = nil
        // Not only the window: a program that the bus started would stay for a while.
        if isEnding { return g_application_quit(application.raw.gApplication) }
        // A window must release everything that it owned; checked a moment later, when GTK has released its last
        // frame.
        leakCheck = MainTimer.once(after: 200) {
            Log(domain: "ui").debug("live objects without a window: \(LiveObjects.count)")
        }
    }

    /// Closes the window, which may have photos to finish.
    private func quit() {
        guard let window else { return g_application_quit(application.raw.gApplication) }
        Dialogs.uncover(window.widget.raw)
        gtk_window_close(window.widget.raw.window)
    }
}

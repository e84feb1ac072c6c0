internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The window: header bar, viewfinder with what lies over it, dials, shutter.
///
///     let window = CameraWindow(application: app, environment: environment)
///     window.present()
///
/// Owned by the application until it is closed.
final class CameraWindow {
    let widget: ObjectRef
    /// Told when the window is gone for good.
    var onClosed: () -> Void = {}

    let environment: AppEnvironment
    let header: HeaderBar
    let viewfinder: ViewfinderView
    let focus: FocusController
    let assistants: Assistants
    let loupe: Loupe
    let zoom: ZoomControl
    var hasAskedForLevel = false
    var hasAccelerometer = false
    /// Reads the accelerometer while the level is shown.
    var levelReader: Task<Void, Never>?
    /// Marks the present choice in the menu.
    var setAspect: (String) -> Void = { _ in }
    let message = MessagePanel()
    let failure = SaveFailurePanel()
    let limited = LimitedLibraryButton()
    let dials = DialBar()
    let bar: ShutterBar
    let countdown = BigNumber(classes: ["countdown"], at: GTK_ALIGN_CENTER)
    let burstCount = BigNumber(classes: ["burst-count"], at: GTK_ALIGN_START)
    let toasts = Toasts()
    let sight = WindowSight()
    let shooting: ShootingController
    let burst: Burst
    let bestMoment: BestMoment
    let selfTimer = SelfTimer()
    let pressGate = PressGate()
    let sound = ShutterSound()
    let photoMenu: ThumbnailMenu
    let preferences = PreferencesWindow()
    let scan: ViewfinderScan

    /// What the session was last known to do.
    var snapshot = SessionSnapshot(state: .off, cameras: [])
    /// Whether the person was told that the camera's pictures are damaged, which the last photo was.
    var isDamageSaid = false
    /// The picture that was on the screen when the shutter went down, until it is let go.
    var pictureAtDown: Picture?
    var keysDown: Set<UInt32> = []
    var saveAs: SaveAsDialog?
    /// Runs while Ctrl+Z takes the last photo back.
    var undoTimer: MainTimer?
    /// The last photo, held open.
    var heldPhoto: (any PhotoHolding)?
    /// The photo that "Undo" brings back.
    var trashed: (any PhotoHolding)?
    var hasAsked = false
    var mirrorWatch: SignalConnection?
    var habitsWatch: [SignalConnection] = []
    var bestMomentWatch: SignalConnection?
    /// The opening of a camera (`SessionSnapshot.opening`) for which its Pro values were brought back.
    var restoredOpening: Int?
    var proValues: ProValues
    /// What a camera said last of its controls, while Pro is on.
    var controlReport = ControlReport()
    /// Runs until what was set by hand is stored: a dial makes hundreds of changes a second.
    var storing: MainTimer?
    /// Whether words went away, and the picture that follows them has not come yet.
    var awaitsPicture = false
    /// The questions that are on the screen.
    var question: QuestionDialog?
    var libraryQuestion: LibraryDialog?
    /// What looks for what is wrong, while it is open.
    var diagnosis: DiagnosisWindow?
    var leaving = Leaving.no
    var closing: MainTimer?
    var readers: [Task<Void, Never>] = []

    /// How far the window is on its way out.
    enum Leaving: Equatable {
        case no, afterSaving, asked, yes
        /// In a hurry, only shots that would be lost are waited for.
        case unasked(isInHurry: Bool)
    }

    /// - Parameter application: a running GtkApplication.
    init(application: OpaquePointer, environment: AppEnvironment) {
        self.environment = environment
        proValues = environment.preferences.proValues
        let window = OpaquePointer(adw_application_window_new(application.application))
        widget = ObjectRef(sinking: window)
        header = HeaderBar(mode: environment.preferences.mode, actions: window)
        viewfinder = ViewfinderView(mailbox: environment.feed.mailbox)
        viewfinder.isMirrored = environment.preferences.expectedTarget.isMirrored
        focus = FocusController(viewfinder: viewfinder, feed: environment.feed)
        assistants = Assistants(
            actions: window, preferences: environment.preferences, feed: environment.feed,
            area: { [weak viewfinder] in viewfinder?.pictureArea })
        loupe = Loupe(feed: environment.feed)
        zoom = ZoomControl(on: viewfinder.widget.raw)
        bar = ShutterBar(actions: window, preferences: environment.preferences)
        shooting = ShootingController(photos: environment.photos)
        burst = Burst(feed: environment.feed)
        bestMoment = BestMoment(feed: environment.feed, judge: environment.judge)
        scan = ViewfinderScan(reader: environment.codes)
        photoMenu = ThumbnailMenu(on: bar.lastPhoto.widget.raw)
        assemble()
        connectParts()
        addActions()
        addPhotoActions()
        addKeys()
        connectFraming()
        applyMode(environment.preferences.mode)
        showSession()
        startReading()
        connectAssistants()
        connectPresets()
        connectConsent()
        connectLibrary()
        connectSight()
        connectScanning()
        connectDiagnosis()
        shooting.recover()
    }

    isolated deinit {
        levelReader?.cancel()
        for reader in readers { reader.cancel() }
    }

    /// Shows the window, and over it the question about the camera where it was never answered.
    func present() {
        gtk_window_present(widget.raw.window)
        askForCameraOnce()
    }

    func showToast(_ text: String) { toasts.show(text) }

    private func startReading() {
        let feed = environment.feed
        readers = [
            Task { [weak self] in
                for await snapshot in feed.snapshots() { self?.apply(snapshot) }
            },
            Task { [weak self] in
                for await report in feed.controls() { self?.apply(report) }
            },
            Task { [weak self] in
                for await report in feed.focusReports() { self?.focus.apply(report) }
            },
            Task { [weak self] in
                for await refusals in feed.refusals() { self?.controlsRefused(refusals) }
            },
        ]
    }

    // MARK: Layout

    private func assemble() {
        let window = widget.raw
        let preferences = environment.preferences
        gtk_window_set_title(window.window, "Tintype")
        gtk_window_set_default_size(
            window.window, Int32(preferences.windowSize.width), Int32(preferences.windowSize.height))
        gtk_widget_set_size_request(window.widget, 360, 420)
        if preferences.isMaximized { gtk_window_maximize(window.window) }
        Widgets.addClasses(["viewfinder-window"], to: window)
        let overlay = OpaquePointer(gtk_overlay_new())
        gtk_overlay_set_child(overlay, viewfinder.widget.raw.widget)
        let helpers = [assistants.view.widget.raw, loupe.widget.raw] + focus.layers + [zoom.widget.raw]
        for layer in helpers { gtk_overlay_add_overlay(overlay, layer.widget) }
        for layer in [countdown.widget.raw, burstCount.widget.raw, message.widget.raw, failure.widget.raw] {
            gtk_overlay_add_overlay(overlay, layer.widget)
        }
        // The words must fit: a viewfinder that is smaller than its message grows.
        gtk_overlay_set_measure_overlay(overlay, message.widget.raw.widget, 1)
        adw_toast_overlay_set_child(toasts.widget.raw, overlay.widget)
        let page = Widgets.column(
            spacing: 0, classes: ["viewfinder-page"],
            [header.widget.raw, toasts.widget.raw, limited.widget.raw, dials.widget.raw, bar.widget.raw])
        adw_application_window_set_content(UnsafeMutablePointer(window), page.widget)
        // Not a button, so that Space takes a photo; GTK would give the focus to "Auto".
        gtk_window_set_focus(window.window, viewfinder.widget.raw.widget)
    }
}

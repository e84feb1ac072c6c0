// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

/// Rules for every Swift target: a warning is an error, existentials are spelled out, and a member is
/// visible only where its module is imported.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The user interface lives on the main actor, which runs on the GLib main loop.
let userInterface: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

/// Calls that could write beyond their memory are checked.
let hardened: [CSetting] = [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]

let package = Package(
    name: "tintype",
    products: [
        .executable(name: "tintype", targets: ["tintype"]),
        // Preloaded by tests, never linked.
        .library(name: "FaultInjector", type: .dynamic, targets: ["FaultInjector"]),
    ],
    targets: [
        // C, as it is.
        .systemLibrary(name: "CGtk", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
        .systemLibrary(name: "CGUdev", pkgConfig: "gudev-1.0", providers: [.apt(["libgudev-1.0-dev"])]),
        .systemLibrary(name: "CV4L2", pkgConfig: "libv4l2", providers: [.apt(["libv4l-dev"])]),
        .systemLibrary(
            name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CHeif", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
        .systemLibrary(name: "CYUV", providers: [.apt(["libyuv-dev"])]),
        .systemLibrary(name: "CCanberra", pkgConfig: "libcanberra", providers: [.apt(["libcanberra-dev"])]),
        .systemLibrary(name: "CExif", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
        .systemLibrary(
            name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
        .systemLibrary(
            name: "CPipeWire", pkgConfig: "libpipewire-0.3", providers: [.apt(["libpipewire-0.3-dev"])]),
        .target(name: "CPipeWireShims", dependencies: ["CPipeWire"], cSettings: hardened),
        .target(name: "CLibraryLoader", cSettings: hardened, linkerSettings: [.linkedLibrary("dl")]),
        // Not CHeif: what depends on that is linked with libheif.
        .target(name: "CHeifLoader", dependencies: ["CLibraryLoader"], cSettings: hardened),
        .target(name: "CLcmsLoader", dependencies: ["CLibraryLoader"], cSettings: hardened),
        .systemLibrary(name: "CGLib", pkgConfig: "gobject-2.0", providers: [.apt(["libglib2.0-dev"])]),
        // Not through pkg-config, which would link GStreamer: its headers are in the same place wherever it is installed.
        .target(
            name: "CGStreamerLoader", dependencies: ["CGLib", "CLibraryLoader"],
            cSettings: hardened + [.unsafeFlags(["-isystem", "/usr/include/gstreamer-1.0"])]),
        .target(name: "CAVCodecLoader", dependencies: ["CLibraryLoader"], cSettings: hardened),
        .target(name: "CPulseLoader", dependencies: ["CLibraryLoader"], cSettings: hardened),
        .target(name: "CPixbufShims", dependencies: ["CGdkPixbuf"], cSettings: hardened),
        .target(name: "CFiles", cSettings: hardened),
        .target(name: "CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
        .target(
            name: "CShims", dependencies: ["CGtk", "CV4L2"], cSettings: hardened,
            linkerSettings: [.linkedLibrary("X11"), .linkedLibrary("Xss"), .linkedLibrary("epoxy")]),

        // Decisions, without I/O.
        .target(name: "CaptureCore", swiftSettings: strict),
        // Apart from Scanning, which needs ZXing and Imaging: the views read codes' texts, not pictures.
        .target(name: "Codes", dependencies: ["CaptureCore", "CGtk"], swiftSettings: strict),

        // The outside world, one module a side of it.
        .target(name: "System", dependencies: ["CaptureCore"], swiftSettings: strict),
        .target(name: "GLibBridge", dependencies: ["CGtk", "CShims"], swiftSettings: strict),
        .target(name: "Diagnosis", dependencies: ["CaptureCore", "GLibBridge"], swiftSettings: strict),
        .target(
            name: "Permissions", dependencies: ["CaptureCore", "GLibBridge", "Diagnosis"],
            swiftSettings: strict),
        .target(
            name: "Imaging",
            dependencies: [
                "CaptureCore", "CAVCodecLoader", "CTurboJPEG", "CHeifLoader", "CLcmsLoader", "CPixbufShims",
                "CYUV", "CExif",
            ],
            swiftSettings: strict),
        .target(
            name: "Cameras",
            dependencies: [
                "CaptureCore", "GLibBridge", "Permissions", "Diagnosis", "System", "CGUdev", "CV4L2",
                "CPipeWireShims", "CShims",
            ],
            swiftSettings: strict),
        .target(
            name: "TestScene", dependencies: ["CaptureCore", "Cameras", "System", "CGtk", "CShims", "CYUV"],
            swiftSettings: strict),
        .target(
            name: "Photos",
            dependencies: [
                "CFiles", "CaptureCore", "GLibBridge", "Imaging", "Permissions", "Diagnosis", "System",
            ],
            swiftSettings: strict),
        .target(
            name: "Media", dependencies: ["CaptureCore", "GLibBridge", "System", "CGStreamerLoader"],
            swiftSettings: strict),
        .target(
            name: "Scanning",
            dependencies: [
                "CZXing", "CGtk", "CaptureCore", "GLibBridge", "Imaging", "Permissions", "Codes", "System",
            ],
            swiftSettings: strict),
        .target(
            name: "Sound",
            dependencies: ["CPulseLoader", "CShims", "CaptureCore", "GLibBridge", "Permissions", "System"],
            swiftSettings: strict),
        .target(
            name: "CaptureService",
            dependencies: [
                "CaptureCore", "Cameras", "CShims", "GLibBridge", "Imaging", "Permissions", "Diagnosis",
                "System",
            ],
            swiftSettings: strict),

        .target(
            name: "Recording",
            dependencies: [
                "CaptureCore", "GLibBridge", "Imaging", "Media", "Permissions", "Photos", "Sound", "System",
            ],
            swiftSettings: strict),

        // What people see.
        .target(
            name: "TintypeUI",
            dependencies: [
                "CaptureCore", "GLibBridge", "Codes", "Diagnosis", "System", "CGtk", "CShims", "CCanberra",
            ],
            swiftSettings: userInterface),
        .executableTarget(
            name: "tintype",
            dependencies: [
                "CShims", "CaptureCore", "CaptureService", "Cameras", "GLibBridge", "Imaging", "Media",
                "Permissions", "Photos", "Recording", "Scanning", "System", "TestScene", "TintypeUI",
                "Diagnosis",
            ],
            swiftSettings: userInterface),

        // What photos cost.
        .executableTarget(
            name: "photo-bench",
            dependencies: [
                "CHeif", "Cameras", "CaptureCore", "Imaging", "Permissions", "Photos", "TestScene",
            ],
            path: "Benchmarks/PhotoBench",
            swiftSettings: strict),

        // What a frame on the screen costs.
        .executableTarget(
            name: "pixel-bench", dependencies: ["CaptureCore", "Imaging"], path: "Benchmarks/PixelBench",
            swiftSettings: strict),

        // Fakes for the seams, and the tests.
        .target(
            name: "CaptureTesting",
            dependencies: [
                "CaptureCore", "Cameras", "GLibBridge", "Imaging", "System", "CGtk", "CV4L2", "CShims",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "focus-bench", dependencies: ["CaptureTesting"], path: "Benchmarks/FocusBench",
            swiftSettings: strict),
        .testTarget(
            name: "CaptureCoreTests", dependencies: ["CaptureCore", "CaptureTesting"],
            swiftSettings: strict),
        .testTarget(name: "SystemTests", dependencies: ["CaptureCore", "System"], swiftSettings: strict),
        .testTarget(name: "CodesTests", dependencies: ["Codes"], swiftSettings: strict),
        .testTarget(
            name: "DiagnosisTests", dependencies: ["CaptureCore", "Diagnosis"], swiftSettings: strict),
        .testTarget(name: "TintypeTests", dependencies: ["CaptureCore", "tintype"], swiftSettings: strict),
        .executableTarget(
            name: "main-loop-check", dependencies: ["GLibBridge", "CGtk"], path: "Tests/MainLoopCheck",
            swiftSettings: strict),
        .testTarget(
            name: "GLibBridgeTests", dependencies: ["GLibBridge", "main-loop-check", "CGtk"],
            swiftSettings: strict),
        .testTarget(
            name: "PermissionsTests",
            dependencies: ["Permissions", "CaptureCore", "CaptureTesting", "GLibBridge", "Diagnosis"],
            swiftSettings: strict),
        .testTarget(
            name: "TintypeUITests",
            dependencies: [
                "TintypeUI", "CaptureCore", "CaptureTesting", "CGtk", "Codes", "Diagnosis", "GLibBridge",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CamerasTests",
            dependencies: [
                "CPipeWireShims", "Cameras", "CaptureCore", "CaptureTesting", "Imaging", "Permissions",
                "Diagnosis", "System", "CV4L2",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TestSceneTests", dependencies: ["TestScene", "Cameras", "CaptureCore", "CaptureTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "ImagingTests",
            dependencies: ["Imaging", "CaptureCore", "CaptureTesting", "CTurboJPEG", "CHeif"],
            swiftSettings: strict),
        .executableTarget(
            name: "journal-stress",
            dependencies: ["CaptureCore", "Imaging", "Permissions", "Photos"],
            path: "Tests/JournalStress",
            swiftSettings: strict),
        .target(name: "FaultInjector", path: "Tests/FaultInjector"),
        .testTarget(
            name: "PhotosTests",
            dependencies: [
                "Photos", "Imaging", "Permissions", "CaptureCore", "CaptureTesting", "journal-stress",
                "Diagnosis", "System", "GLibBridge",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "video-stress", dependencies: ["CaptureCore", "Media"], path: "Tests/VideoStress",
            swiftSettings: strict),
        .testTarget(
            name: "MediaTests", dependencies: ["CaptureCore", "CaptureTesting", "Media", "video-stress"],
            swiftSettings: strict),
        .testTarget(
            name: "RecordingTests",
            dependencies: [
                "Recording", "CaptureCore", "CaptureTesting", "Media", "Permissions", "Photos", "System",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ScanningTests",
            dependencies: ["Scanning", "CaptureCore", "CaptureTesting", "Codes"],
            swiftSettings: strict),
        .testTarget(
            name: "SoundTests",
            dependencies: ["Sound", "CaptureCore", "CaptureTesting", "Permissions", "System"],
            swiftSettings: strict),
        .testTarget(
            name: "CaptureServiceTests",
            dependencies: [
                "CShims", "CV4L2", "CaptureService", "CaptureCore", "Cameras", "CaptureTesting", "Imaging",
                "Permissions", "Diagnosis", "System",
            ],
            swiftSettings: strict),
    ],
    cxxLanguageStandard: .cxx17
)

// Some test targets and what they need, where a build of all would take minutes more (build-aux/check-sanitize).
if let kept = Context.environment["TINTYPE_TEST_TARGETS"] {
    var reached: Set<String> = []
    func reach(_ name: String) {
        guard reached.insert(name).inserted, let target = package.targets.first(where: { $0.name == name })
        else {
            return
        }
        for case .byNameItem(let needed, _) in target.dependencies { reach(needed) }
    }
    for name in kept.split(separator: " ") { reach(String(name)) }
    package.targets.removeAll { !reached.contains($0.name) }
    package.products.removeAll { !reached.contains($0.name) }
}

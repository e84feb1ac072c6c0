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

/// For what simulates or looks at every pixel: optimized in debug builds, too, where the tests would take minutes. Off with
/// TINTYPE_UNOPTIMIZED=1, for a debugger.
let optimized: [SwiftSetting] =
    Context.environment["TINTYPE_UNOPTIMIZED"] == nil
    ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []
let fast = strict + optimized

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
        .systemLibrary(
            name: "CGtk", path: "Sources/C/System/CGtk", pkgConfig: "libadwaita-1",
            providers: [.apt(["libadwaita-1-dev"])]),
        .systemLibrary(
            name: "CGUdev", path: "Sources/C/System/CGUdev", pkgConfig: "gudev-1.0",
            providers: [.apt(["libgudev-1.0-dev"])]),
        .systemLibrary(
            name: "CV4L2", path: "Sources/C/System/CV4L2", pkgConfig: "libv4l2",
            providers: [.apt(["libv4l-dev"])]),
        .systemLibrary(
            name: "CTurboJPEG", path: "Sources/C/System/CTurboJPEG", pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CPNG", path: "Sources/C/System/CPNG", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(
            name: "CHeif", path: "Sources/C/System/CHeif", pkgConfig: "libheif",
            providers: [.apt(["libheif-dev"])]),
        .systemLibrary(name: "CYUV", path: "Sources/C/System/CYUV", providers: [.apt(["libyuv-dev"])]),
        .systemLibrary(
            name: "CCanberra", path: "Sources/C/System/CCanberra", pkgConfig: "libcanberra",
            providers: [.apt(["libcanberra-dev"])]),
        .systemLibrary(
            name: "CExif", path: "Sources/C/System/CExif", pkgConfig: "libexif",
            providers: [.apt(["libexif-dev"])]),
        .systemLibrary(
            name: "CGdkPixbuf", path: "Sources/C/System/CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0",
            providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
        .systemLibrary(
            name: "CPipeWire", path: "Sources/C/System/CPipeWire", pkgConfig: "libpipewire-0.3",
            providers: [.apt(["libpipewire-0.3-dev"])]),
        .systemLibrary(
            name: "CGLib", path: "Sources/C/System/CGLib", pkgConfig: "gobject-2.0",
            providers: [.apt(["libglib2.0-dev"])]),
        .target(
            name: "CPipeWireShims", dependencies: ["CPipeWire"], path: "Sources/C/CPipeWireShims",
            cSettings: hardened),
        // Libraries that are loaded when they are first needed; each is a module of its own. Not CHeif: what depends on
        // that is linked with libheif. Not GStreamer through pkg-config, which would link it: its headers are in the same
        // place wherever it is installed.
        .target(
            name: "CLoaders", dependencies: ["CGLib"], path: "Sources/C/CLoaders",
            cSettings: hardened + [.unsafeFlags(["-isystem", "/usr/include/gstreamer-1.0"])],
            linkerSettings: [.linkedLibrary("dl")]),
        .target(
            name: "CPixbufShims", dependencies: ["CGdkPixbuf"], path: "Sources/C/CPixbufShims",
            cSettings: hardened),
        .target(name: "CFiles", path: "Sources/C/CFiles", cSettings: hardened),
        .target(
            name: "CMerging", path: "Sources/C/CMerging", cSettings: [.unsafeFlags(["-O3"])]),
        .target(name: "CZXing", path: "Sources/C/CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
        .target(name: "CApart", path: "Sources/C/CApart", cSettings: hardened),
        .target(
            name: "CShims", dependencies: ["CGtk", "CV4L2"], path: "Sources/C/CShims", cSettings: hardened,
            linkerSettings: [.linkedLibrary("X11"), .linkedLibrary("Xss"), .linkedLibrary("epoxy")]),

        // Decisions, without I/O.
        .target(name: "CaptureCore", swiftSettings: fast),
        // Apart from Scanning, which needs ZXing and Imaging: the views read codes' texts, not pictures.
        .target(name: "Codes", dependencies: ["CaptureCore", "CGtk"], swiftSettings: strict),

        // Pictures out of several frames, without I/O.
        .target(name: "Merging", dependencies: ["CMerging"], swiftSettings: fast),

        // The outside world, one module a side of it.
        .target(name: "Platform", dependencies: ["CaptureCore", "CGtk", "CShims"], swiftSettings: strict),
        .target(name: "Diagnosis", dependencies: ["CaptureCore", "Platform"], swiftSettings: strict),
        .target(
            name: "Permissions", dependencies: ["CaptureCore", "Platform", "Diagnosis"],
            swiftSettings: strict),
        .target(
            name: "Imaging",
            dependencies: [
                "CaptureCore", "CLoaders", "CTurboJPEG", "CPixbufShims", "CYUV", "CExif",
            ],
            swiftSettings: fast),
        .target(
            name: "Cameras",
            dependencies: [
                "CaptureCore", "Platform", "Permissions", "Diagnosis", "CGUdev", "CV4L2", "CPipeWireShims",
                "CShims",
            ],
            swiftSettings: strict),
        .target(
            name: "TestScene",
            dependencies: ["CaptureCore", "Cameras", "Platform", "CGtk", "CShims", "CYUV"],
            swiftSettings: fast),
        .target(
            name: "Photos",
            dependencies: [
                "CFiles", "CaptureCore", "Platform", "Imaging", "Permissions", "Diagnosis",
            ],
            swiftSettings: strict),
        .target(
            name: "Media", dependencies: ["CaptureCore", "Platform", "CLoaders"],
            swiftSettings: strict),
        // Both sides of the door for bytes of strangers.
        .target(
            name: "Decoding",
            dependencies: ["CApart", "CZXing", "CGtk", "CaptureCore", "Platform", "Imaging", "Codes"],
            swiftSettings: fast),
        .target(
            name: "Scanning",
            dependencies: ["CaptureCore", "Platform", "Imaging", "Permissions", "Codes", "Decoding"],
            swiftSettings: strict),
        .target(
            name: "Sound",
            dependencies: ["CLoaders", "CShims", "CaptureCore", "Platform", "Permissions"],
            swiftSettings: strict),
        .target(
            name: "CaptureService",
            dependencies: [
                "CaptureCore", "Cameras", "CShims", "Platform", "Imaging", "Permissions", "Diagnosis",
            ],
            swiftSettings: strict),

        .target(
            name: "Recording",
            dependencies: [
                "CaptureCore", "Platform", "Imaging", "Media", "Permissions", "Photos", "Sound",
            ],
            swiftSettings: strict),

        // What people see.
        .target(
            name: "TintypeUI",
            dependencies: [
                "CaptureCore", "Platform", "Codes", "Diagnosis", "CGtk", "CShims", "CCanberra",
            ],
            swiftSettings: userInterface),
        .executableTarget(
            name: "tintype",
            dependencies: [
                "CShims", "CaptureCore", "CaptureService", "Cameras", "Decoding", "Platform", "Imaging",
                "Media", "Permissions", "Photos", "Recording", "Scanning", "TestScene", "TintypeUI",
                "Diagnosis",
            ],
            swiftSettings: userInterface),

        // What photos cost.
        .executableTarget(
            name: "photo-bench",
            dependencies: [
                "CHeif", "Cameras", "CaptureCore", "Decoding", "Imaging", "Permissions", "Photos",
                "TestScene",
            ],
            path: "Benchmarks/PhotoBench",
            swiftSettings: strict),

        // What is read of pictures with codes.
        .executableTarget(
            name: "code-bench", dependencies: ["Decoding", "Scanning", "Codes"], path: "Benchmarks/CodeBench",
            exclude: ["compare.py"], swiftSettings: strict),

        // What a frame on the screen costs.
        .executableTarget(
            name: "pixel-bench", dependencies: ["CaptureCore", "Imaging"], path: "Benchmarks/PixelBench",
            swiftSettings: strict),

        // What merging frames makes of scenes whose truth is known, and of picture files.
        .target(
            name: "PictureFiles", dependencies: ["Merging", "CPNG", "CTurboJPEG"],
            path: "Benchmarks/PictureFiles", swiftSettings: strict),
        .executableTarget(
            name: "merge-frames", dependencies: ["Merging", "PictureFiles"], path: "Benchmarks/MergeFrames",
            swiftSettings: strict),
        .executableTarget(
            name: "merge-bench", dependencies: ["Merging", "PictureFiles"], path: "Benchmarks/MergeBench",
            exclude: ["opencv.py"], swiftSettings: strict),

        // Fakes for the seams, and the tests.
        .target(
            name: "CaptureTesting",
            dependencies: [
                "CaptureCore", "Cameras", "Platform", "Imaging", "CGtk", "CV4L2", "CShims",
            ],
            path: "Tests/Support/CaptureTesting",
            swiftSettings: fast),
        .target(
            name: "InterfaceTesting",
            dependencies: ["CaptureCore", "CaptureTesting", "Codes", "Diagnosis"],
            path: "Tests/Support/InterfaceTesting",
            swiftSettings: strict),
        .executableTarget(
            name: "focus-bench", dependencies: ["CaptureTesting"], path: "Benchmarks/FocusBench",
            swiftSettings: strict),
        .testTarget(
            name: "CaptureCoreTests", dependencies: ["CaptureCore", "CaptureTesting"],
            swiftSettings: strict),
        .testTarget(name: "MergingTests", dependencies: ["Merging"], swiftSettings: fast),
        .testTarget(name: "CodesTests", dependencies: ["Codes"], swiftSettings: strict),
        .testTarget(
            name: "DiagnosisTests", dependencies: ["CaptureCore", "Diagnosis"], swiftSettings: strict),
        .testTarget(name: "TintypeTests", dependencies: ["CaptureCore", "tintype"], swiftSettings: strict),
        .executableTarget(
            name: "main-loop-check", dependencies: ["Platform", "CGtk"], path: "Tests/MainLoopCheck",
            swiftSettings: strict),
        .testTarget(
            name: "PlatformTests", dependencies: ["Platform", "CaptureCore", "main-loop-check", "CGtk"],
            swiftSettings: strict),
        .testTarget(
            name: "PermissionsTests",
            dependencies: ["Permissions", "CaptureCore", "CaptureTesting", "Platform", "Diagnosis"],
            swiftSettings: strict),
        .testTarget(
            name: "TintypeUITests",
            dependencies: [
                "TintypeUI", "CaptureCore", "CaptureTesting", "CGtk", "Codes", "Diagnosis",
                "InterfaceTesting", "Platform",
            ],
            swiftSettings: strict),
        // The window in each of its states, over fakes: what the window tests of every state run.
        .executableTarget(
            name: "window-states",
            dependencies: [
                "TintypeUI", "CaptureCore", "CaptureTesting", "CGtk", "CShims", "Codes", "Diagnosis",
                "InterfaceTesting", "Platform",
            ],
            path: "Tests/States",
            swiftSettings: userInterface + optimized),
        .testTarget(
            name: "CamerasTests",
            dependencies: [
                "CPipeWireShims", "Cameras", "CaptureCore", "CaptureTesting", "Imaging", "Permissions",
                "Diagnosis", "Platform", "CV4L2",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TestSceneTests", dependencies: ["TestScene", "Cameras", "CaptureCore", "CaptureTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "ImagingTests",
            dependencies: ["Imaging", "CaptureCore", "CaptureTesting", "CTurboJPEG", "CHeif"],
            swiftSettings: fast),
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
                "Diagnosis", "Platform",
            ],
            swiftSettings: fast),
        .executableTarget(
            name: "video-stress", dependencies: ["CaptureCore", "Media"], path: "Tests/VideoStress",
            swiftSettings: strict),
        .testTarget(
            name: "MediaTests", dependencies: ["CaptureCore", "CaptureTesting", "Media", "video-stress"],
            swiftSettings: strict),
        .testTarget(
            name: "RecordingTests",
            dependencies: [
                "Recording", "CaptureCore", "CaptureTesting", "Media", "Permissions", "Photos", "Platform",
            ],
            swiftSettings: strict),
        // Tries the walls from inside.
        .executableTarget(
            name: "walls-check", dependencies: ["CApart"], path: "Tests/WallsCheck", swiftSettings: strict),
        // They start the program itself as the process apart.
        .testTarget(
            name: "DecodingTests",
            dependencies: [
                "Decoding", "CaptureCore", "CaptureTesting", "CApart", "Codes", "Imaging", "tintype",
                "walls-check",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ScanningTests",
            dependencies: ["Scanning", "CaptureCore", "CaptureTesting", "Codes", "Decoding", "tintype"],
            swiftSettings: strict),
        .testTarget(
            name: "SoundTests",
            dependencies: ["Sound", "CaptureCore", "CaptureTesting", "Permissions", "Platform"],
            swiftSettings: strict),
        .testTarget(
            name: "CaptureServiceTests",
            dependencies: [
                "CShims", "CV4L2", "CaptureService", "CaptureCore", "Cameras", "CaptureTesting", "Imaging",
                "Permissions", "Diagnosis", "Platform",
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

// SPDX-License-Identifier: GPL-3.0-or-later
internal import CShims
internal import Glibc

/// Where Tintype's data files are: resources, translations, settings schema, the test scene.
nonisolated struct DataLocation {
    /// Holds tintype.gresource.
    let data: String
    /// Holds LANGUAGE/LC_MESSAGES/tintype.mo.
    let locale: String

    /// In this order: `TINTYPE_DATADIR` (which holds its own `locale`), beside the program (`PREFIX/bin/tintype` and
    /// `PREFIX/share/tintype`), the build's stage, the build's install prefix.
    static func find() -> DataLocation {
        if let configured = getenv("TINTYPE_DATADIR").map({ String(cString: $0) }), !configured.isEmpty {
            return DataLocation(data: configured, locale: configured + "/locale")
        }
        let program = folderOfProgram()
        let beside = DataLocation(data: program + "/../share/tintype", locale: program + "/../share/locale")
        // `.build/<triple>/<configuration>/tintype`, and what `make` staged beside it.
        let staged = program + "/../../run-prefix/share/tintype"
        let candidates = [beside, DataLocation(data: staged, locale: staged + "/locale")]
        return candidates.first { access($0.resources, R_OK) == 0 }
            ?? DataLocation(
                data: String(cString: tt_pkgdatadir()), locale: String(cString: tt_localedir()))
    }

    var resources: String { data + "/tintype.gresource" }

    /// The folder of the test scene's pictures.
    var scene: String { data + "/scene" }

    /// Where the compiled settings schema may be, besides the system's places.
    var schemas: [String] { [data + "/../glib-2.0/schemas"] }

    /// The program's path when it was started, also after an upgrade; its name alone if that is not known.
    static let program: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard length > 0 else { return "tintype" }
        return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }()

    private static func folderOfProgram() -> String {
        let path = program
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}

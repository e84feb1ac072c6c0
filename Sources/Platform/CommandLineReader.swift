// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims

/// Reads a command line with GLib's parser, as GApplication does: `--name=value` and `--name value`, `-n`, and a help text
/// in the person's language.
///
///     let reader = CommandLineReader([.init("camera", takes: .value("CAMERA"), "Use this camera")])
///     let (options, rest) = try reader.read(["--camera", "test"])
@MainActor
public struct CommandLineReader {
    public struct Option {
        public enum Argument: Equatable {
            case nothing
            /// The word is its placeholder in the help text.
            case value(String)
            /// May be left out.
            case optionalValue(String)
        }

        let name: String
        let letter: Character?
        let argument: Argument
        /// For the help text; nil hides the option.
        let description: String?

        /// - Parameter name: without dashes.
        public init(
            _ name: String, letter: Character? = nil, takes argument: Argument = .nothing,
            _ description: String?
        ) {
            (self.name, self.letter, self.argument, self.description) = (name, letter, argument, description)
        }
    }

    /// An option as it was typed.
    public struct Given: Equatable, Sendable {
        /// Without dashes, and never the letter alone.
        public let name: String
        /// nil if it has none.
        public let value: String?
    }

    private let options: [Option]
    private let summary: String
    private let epilogue: String

    /// - Parameters:
    ///   - summary: stands below the usage in the help text.
    ///   - epilogue: stands at its end.
    public init(_ options: [Option], summary: String = "", epilogue: String = "") {
        (self.options, self.summary, self.epilogue) = (options, summary, epilogue)
    }

    /// The words that the program was started with, its own name first. Not those of Swift's `CommandLine`, which reads /proc
    /// and ends the program where that is missing.
    public nonisolated static let words: [String] = typed.map { $0.map { String(cString: $0) } ?? "" }

    /// The first of them that is not UTF-8; nil if all are.
    public nonisolated static var firstDamagedWord: String? {
        zip(words, typed).first { $1.flatMap { String(validatingCString: $0) } == nil }?.0
    }

    private nonisolated static var typed: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?> {
        UnsafeBufferPointer(start: tt_arguments(), count: Int(tt_argument_count()))
    }

    /// Reads arguments, without the program's name.
    ///
    /// - Returns: the options in their order, and the other arguments; only the latter if an option has a value that it
    ///   doesn't take.
    /// - Throws: GLib's message about an argument it does not understand.
    public func read(_ arguments: [String]) throws(GLibError) -> (options: [Given], rest: [String]) {
        // GLib would ignore the value.
        let ignored = arguments.filter { word in
            options.contains { $0.argument == .nothing && word.hasPrefix("--" + $0.name + "=") }
        }
        guard ignored.isEmpty else { return ([], ignored) }
        let notes = Notes(options)
        let context = makeContext(notes)
        defer { g_option_context_free(context) }
        let builder = g_strv_builder_new()
        for word in ["tintype"] + arguments { g_strv_builder_add(builder, word) }
        var words = g_strv_builder_end(builder)
        g_strv_builder_unref(builder)
        defer { g_strfreev(words) }
        var error: UnsafeMutablePointer<GError>?
        guard g_option_context_parse_strv(context, &words, &error) != 0 else {
            throw GLibError(adopting: error)
        }
        var rest: [String] = []
        var index = 1
        while let word = words?[index] {
            rest.append(String(cString: word))
            index += 1
        }
        return (notes.given, rest)
    }

    /// The usage and all options.
    public var help: String {
        let context = makeContext(Notes(options))
        defer { g_option_context_free(context) }
        guard let text = g_option_context_get_help(context, 1, nil) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    private func makeContext(_ notes: Notes) -> OpaquePointer? {
        let context = g_option_context_new(nil)
        // `--help` is one of the options: GLib would end the program.
        g_option_context_set_help_enabled(context, 0)
        g_option_context_set_summary(context, summary)
        g_option_context_set_description(context, epilogue)
        let group = g_option_group_new(
            "tintype", "", "", Unmanaged.passRetained(notes).toOpaque(),
            { $0.map { Unmanaged<Notes>.fromOpaque($0).release() } })
        var entries = options.map(entry) + [GOptionEntry()]
        g_option_group_add_entries(group, &entries)
        g_option_context_set_main_group(context, group)
        return context
    }

    private func entry(_ option: Option) -> GOptionEntry {
        let note: GOptionArgFunc = { name, value, notes, _ in
            guard let name, let notes else { return 0 }
            Unmanaged<Notes>.fromOpaque(notes).takeUnretainedValue().add(
                String(cString: name), value.map { String(cString: $0) })
            return 1
        }
        var flags = G_OPTION_FLAG_FILENAME
        var word: String?
        switch option.argument {
        case .nothing: flags = G_OPTION_FLAG_NO_ARG
        case .value(let name): word = name
        case .optionalValue(let name):
            word = name
            flags = GOptionFlags(flags.rawValue | G_OPTION_FLAG_OPTIONAL_ARG.rawValue)
        }
        if option.description == nil {
            flags = GOptionFlags(flags.rawValue | G_OPTION_FLAG_HIDDEN.rawValue)
        }
        return GOptionEntry(
            long_name: g_intern_string(option.name),
            short_name: option.letter?.asciiValue.map { CChar(bitPattern: $0) } ?? 0,
            flags: Int32(bitPattern: flags.rawValue), arg: G_OPTION_ARG_CALLBACK,
            arg_data: unsafeBitCast(note, to: gpointer.self),
            description: option.description.map { g_intern_string($0) } ?? nil,
            arg_description: word.map { g_intern_string($0) } ?? nil)
    }

    /// What the parser has found so far. Owned by the parser's group.
    private final class Notes {
        private(set) var given: [Given] = []
        private let names: [String: String]

        init(_ options: [Option]) {
            names = Dictionary(
                uniqueKeysWithValues: options.compactMap { option in
                    option.letter.map { ("-" + String($0), option.name) }
                })
        }

        /// - Parameter word: the option with its dashes.
        func add(_ word: String, _ value: String?) {
            let name = word.hasPrefix("--") ? String(word.dropFirst(2)) : names[word] ?? word
            given.append(Given(name: name, value: value))
        }
    }
}

import ArgumentParser
import JSON
import SystemPackage

/// The declared arguments of a command, from ArgumentParser's dump.
struct CommandOutline: Sendable {
    struct Value: Sendable {
        /// The name in the help, as in `<file>`.
        let name: String
        /// `nil` if the declaration does not restrict the value.
        let known: CompletionAnswer?

        var words: [String] { known?.candidates.map(\.word) ?? [] }

        var isFile: Bool { if case .files? = known?.otherwise { true } else { false } }
    }

    struct Option: Sendable {
        let names: [String]
        let value: Value?
        let isRepeating: Bool
        let isHidden: Bool
        let summary: String
        let heading: String?
        let fallback: String?
    }

    struct Positional: Sendable {
        let value: Value
        let summary: String
        let isRepeating: Bool
        /// Whether the words after the first one belong to this argument, including options.
        let takesTheRest: Bool
    }

    let options: [Option]
    let positionals: [Positional]

    init(of arguments: any ParsableArguments.Type) {
        let json = try? JSONValue(parsing: arguments._dumpHelp().utf8)
        let infos = json?["command"]?["arguments"]?.items ?? []
        options = infos.compactMap(Option.init)
        positionals = infos.compactMap(Positional.init)
    }

    static var globalOptions: [Option] {
        CommandOutline(of: GlobalOptions.self).options.filter { !$0.names.contains("--help") }
    }

    func option(named word: String) -> Option? {
        let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : word
        return options.first { $0.names.contains(name) }
    }

    /// The positional argument that takes the word after `count` others; the last one may repeat.
    func positional(after count: Int) -> Positional? {
        if positionals.indices.contains(count) { return positionals[count] }
        return positionals.last.flatMap { $0.isRepeating ? $0 : nil }
    }
}

extension ParsableArguments {
    /// The long names of all options without dashes, including hidden ones and `help`.
    package static var optionNames: [String] {
        CommandOutline(of: self).options.flatMap(\.names).filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    }

    /// Refuses the name of an option without its dashes, as in `favicon check`, where no file has it.
    package static func refuseOptions(amongFiles names: [String], in context: Context) throws {
        // Most files have an extension, so they are not looked for twice.
        let word = names.first { !$0.contains(".") && !context.path($0).isTaken && optionNames.contains($0) }
        if let word {
            throw Problem(
                .noInput, "cannot read '\(word)': \(Errno.noSuchFileOrDirectory)", hint: "did you mean '--\(word)'?")
        }
    }

    /// The option in a word, which may combine one-letter flags, and whether the next word is its value.
    package static func declaredOption(_ word: String) -> (name: String, takesNextWord: Bool)? {
        let outline = CommandOutline(of: self)
        let isLong = word.hasPrefix("--")
        let name = String(isLong ? word.prefix { $0 != "=" } : word.prefix(2))
        guard let option = outline.option(named: name), !option.isHidden else { return nil }
        guard option.value == nil else { return (name, word == name) }
        let isFlag =
            isLong
            ? word == name
            : word.dropFirst().allSatisfy { letter in
                outline.option(named: "-\(letter)").map { $0.value == nil } ?? false
            }
        return isFlag ? (name, false) : nil
    }
}

extension ParsableCommand {
    static var shownSubcommands: [any ParsableCommand.Type] {
        configuration.subcommands.filter { $0.configuration.shouldDisplay }
    }
}

extension CommandOutline.Option {
    /// The names, shortest first, then `others`, and the value, as in help.
    func label(and others: [String] = []) -> String {
        (names.sorted { ($0.count, $0) < ($1.count, $1) } + others).joined(separator: ", ")
            + (value.map { " <\($0.name)>" } ?? "")
    }

    var words: [String] { value?.words ?? [] }

    fileprivate init?(_ info: JSONValue) {
        guard let kind = info["kind"]?.string, kind != "positional" else { return nil }
        // ArgumentParser's order differs between runs.
        names = (info["names"]?.items ?? []).compactMap { name in
            name["name"]?.string.map { (name["kind"]?.string == "long" ? "--" : "-") + $0 }
        }.sorted()
        value = kind == "option" ? CommandOutline.Value(info) : nil
        isRepeating = info["isRepeating"]?.bool ?? false
        isHidden = !(info["shouldDisplay"]?.bool ?? true)
        summary = info["abstract"]?.string ?? ""
        heading = info["sectionTitle"]?.string
        fallback = info["defaultValue"]?.string
    }
}

extension CommandOutline.Positional {
    fileprivate init?(_ info: JSONValue) {
        guard info["kind"]?.string == "positional" else { return nil }
        value = CommandOutline.Value(info)
        summary = info["abstract"]?.string ?? ""
        isRepeating = info["isRepeating"]?.bool ?? false
        takesTheRest = info["parsingStrategy"]?.string == "allRemainingInput"
    }
}

extension CommandOutline.Value {
    fileprivate init(_ info: JSONValue) {
        name = info["valueName"]?.string ?? ""
        let kind = info["completionKind"]
        if let words = (kind?["list"]?["values"] ?? info["allValues"])?.items {
            known = CompletionAnswer(
                candidates: words.compactMap(\.string).map { word in
                    CompletionCandidate(
                        word, description: info["allValueDescriptions"]?[word]?.string ?? "",
                        continues: word.hasSuffix("="))
                })
        } else if let file = kind?["file"] {
            let extensions = file["extensions"]?.items?.compactMap(\.string) ?? []
            known = CompletionAnswer(candidates: [], otherwise: .files(extensions: extensions))
        } else if kind?["directory"] != nil {
            known = CompletionAnswer(candidates: [], otherwise: .folders)
        } else {
            known = nil
        }
    }
}

import Reporting
import Scanning
import YAML

extension ChangelogReader {
    /// Reads a YAML or JSON changelog.
    ///
    /// Liquibase also reads JSON with its YAML parser, SnakeYAML, which accepts comments and trailing commas.
    func readYAML(_ file: ChangelogFile) {
        let start = file.text.location(TextPlace())
        let isJSON = file.name.lowercased().hasSuffix(".json")
        if isJSON, let tab = Self.tab(in: file.text.bytes) {
            report(
                .syntax, "Liquibase's parser rejects tabs between values", at: file.text.location(tab),
                hint: "use spaces")
        }
        let document: YAMLNode?
        do { document = try YAMLParser.parse(isJSON ? file.text.bytes.jsonAsYAML : file.text.bytes) } catch {
            report(
                .syntax, "not valid \(isJSON ? "JSON" : "YAML"): \(error.message)",
                at: file.text.location(TextPlace(line: error.line, column: error.column)))
            return
        }
        guard let document, case .mapping(let entries) = document.value else {
            report(
                .syntax,
                document == nil
                    ? "the changelog is empty" : "a changelog must be a mapping with the key 'databaseChangeLog'",
                at: start)
            return
        }
        guard let entry = entries.last(where: { $0.key.text == Self.rootName }),
            !entry.value.isNothing || options.release.has(.emptyChangelogs)
        else {
            let names = entries.compactMap(\.key.text)
            report(
                .syntax, "missing 'databaseChangeLog'", at: start,
                hint: Self.rootName.nearest(in: names).map { "found '\($0)'" })
            return
        }
        if entry.value.isNothing { return }
        let place = entry.key.place
        guard case .sequence = entry.value.value else {
            report(
                .syntax, "'databaseChangeLog' must be a list whose entries begin with '-'",
                at: file.text.location(place))
            return
        }
        reportRepeatedKeys(in: document, of: file)
        let root = ParsedNode(name: Self.rootName, at: place, entry.value)
        for property in root.children where property.name == "property" { define(property, in: file) }
        read(root, in: file, isChecked: false)
    }

    private static let rootName = "databaseChangeLog"

    private static func tab(in bytes: [UInt8]) -> TextPlace? {
        var isInString = false
        var isEscaped = false
        var place = TextPlace()
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            } else if isInString {
                isEscaped = byte == UInt8(ascii: "\\")
            } else if byte == UInt8(ascii: "\t") {
                return place
            }
            place.pass(byte)
        }
        return nil
    }

    /// Warns about repeated keys in a mapping; the last one wins.
    private func reportRepeatedKeys(in node: YAMLNode, of file: ChangelogFile) {
        switch node.value {
        case .scalar: break
        case .sequence(let items): items.forEach { reportRepeatedKeys(in: $0, of: file) }
        case .mapping(let entries):
            var seen: Set<String> = []
            for (key, value) in entries {
                if let name = key.text, name != "<<", !seen.insert(name).inserted {
                    report(
                        .unknownKey, "the key '\(name)' occurs twice; the last one takes effect", severity: .warning,
                        at: file.text.location(key.place))
                }
                reportRepeatedKeys(in: value, of: file)
            }
        }
    }
}

import Foundation
import Testing

/// A `switch` over an enumeration of devtool lists all cases, so that a new case does not compile until each is revised.
///
/// Exempt are the lists of a standard or of another program, in which "anything else" has a meaning: the elements,
/// states and insertion modes of HTML, the states of JSON, the character encodings, and the keys of Trello's exports.
@Suite struct SwitchTests {
    private static let exempt = ["HTML/", "JSON/Scanner/", "Encodings/", "Cards/Export/Board/ExportKey.swift"]

    @Test func noSwitchOverOurEnumerationsHasADefault() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        var found = FoundCases()
        for case let file as String in try #require(FileManager.default.enumerator(atPath: root.path))
        where file.hasSuffix(".swift") && !Self.exempt.contains(where: file.hasPrefix) {
            found.read(try String(contentsOf: root.appending(path: file), encoding: .utf8), of: file)
        }
        #expect(found.enumerations.count > 200)
        #expect(found.offenders == [])
    }

    @Test func findsADefault() {
        func offenders(_ text: String) -> [String] {
            var found = FoundCases()
            found.read("enum Fruit {\n    case apple(Int), pear\n    case plum\n}\n" + text, of: "A.swift")
            return found.offenders
        }
        let offending = """
            switch fruit {
            case .apple(let count) where count == 1: 1
            case let .plum,
                .pear, nil:
                switch count {
                case 1: 1
                default: 2
                }
            default: 0
            }

            """
        #expect(offenders(offending) == ["A.swift:5: apple, pear, plum"])
        #expect(
            offenders(offending.replacing("    default: 2\n", with: "").replacing("default: 0", with: "case 0")) == [])
        #expect(offenders(offending.replacing(".plum", with: ".cherry")) == [])
        #expect(offenders(offending.replacing("nil", with: "(.pear, 1)")) == [])
    }
}

/// Reads the enumerations, and the switches with a `default`, from source that `swift format` has indented.
private struct FoundCases {
    private struct Block {
        let isEnumeration: Bool
        let indentation: Int
        let place: String
        var names: Set<String> = []
        /// Whether all patterns are cases of an enumeration, and not literals or tuples.
        var isOfCases = true
        var hasDefault = false
    }

    private(set) var enumerations: [Set<String>] = []
    private var switches: [Block] = []

    /// The switches whose names are all cases of one enumeration.
    var offenders: [String] {
        switches.filter { found in enumerations.contains(where: found.names.isSubset) }.map {
            "\($0.place): \($0.names.sorted().joined(separator: ", "))"
        }.sorted()
    }

    mutating func read(_ text: String, of file: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var open: [Block] = []
        for (index, line) in lines.enumerated() {
            let indentation = line.prefix { $0 == " " }.count
            let words = line.dropFirst(indentation)
            let isHeader = words.utf8.last == UInt8(ascii: "{")
            if words.hasPrefix("//") { continue }
            while words.hasPrefix("}"), let block = open.last, block.indentation >= indentation {
                close(open.removeLast())
                if block.indentation == indentation { break }
            }
            // A pattern is compiled each time, so only where it may match.
            if isHeader || words.utf8.last == UInt8(ascii: "}"), words.contains("enum "),
                words.contains(#/^([a-z]+ )*enum \w/#), let brace = words.firstIndex(of: "{")
            {
                var block = Block(isEnumeration: true, indentation: indentation, place: "")
                if !isHeader {
                    let list = words[brace...].dropLast().split(separator: "case ").dropFirst().joined()
                    block.names = Set(Self.parts(list).compactMap(Self.name))
                    close(block)
                } else {
                    open.append(block)
                }
            } else if isHeader, words.contains("switch"), words.contains(#/\bswitch\b/#) {
                open.append(Block(isEnumeration: false, indentation: indentation, place: "\(file):\(index + 1)"))
            } else if words.hasPrefix("case ") || words.hasPrefix("indirect case ") || words.hasPrefix("default:") {
                let last = open.lastIndex { $0.indentation == indentation - ($0.isEnumeration ? 4 : 0) }
                guard let last else { continue }
                if words.hasPrefix("default:") { open[last].hasDefault = true }
                guard let word = words.firstRange(of: "case ") else { continue }
                var list = String(words[word.upperBound...])
                for next in lines[(index + 1)...] where list.hasSuffix(",") { list += next.drop { $0 == " " } }
                for part in Self.parts(list) where part != "nil" {
                    let name = open[last].isEnumeration ? Self.name(part) : Self.pattern(part)
                    if let name { open[last].names.insert(name) } else { open[last].isOfCases = false }
                }
            }
        }
    }

    private mutating func close(_ block: Block) {
        if block.isEnumeration { enumerations.append(block.names) }
        if block.hasDefault, block.isOfCases, !block.names.isEmpty { switches.append(block) }
    }

    /// The parts of a list, up to the colon after it.
    private static func parts(_ list: some StringProtocol) -> [String] {
        var (parts, depth) = ([""], 0)
        for character in list {
            if "([{".contains(character) { depth += 1 }
            if ")]}".contains(character) { depth -= 1 }
            if depth == 0, character == ":" { break }
            if depth == 0, character == "," { parts.append("") } else { parts[parts.endIndex - 1].append(character) }
        }
        return parts.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func name(_ part: String) -> String? { part.prefixMatch(of: #/`?(\w+)/#).map { String($0.1) } }

    private static func pattern(_ part: String) -> String? {
        part.prefixMatch(of: #/(?:let |var )?\w*\.(\w+)(?![\w.])/#).map { String($0.1) }
    }
}

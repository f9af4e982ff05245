import JSON
import TestSupport
import Testing

@testable import Cards

/// No word and no address of a card is lost in any format.
///
/// See D3 and S1 of issue 49: the page had links without their targets, and attachments with an address in their names
/// had none.
@Suite struct KeptTextTests {
    /// Where a format has a text.
    private enum Part: String, CaseIterable { case description, comment, item, attachment, field, checklist }

    /// Makes texts in which no word and no address occurs twice.
    private struct Writer {
        var random: SplitMix64
        private(set) var tokens: [Part: [String]] = [:]
        private var count = 0

        init(seed: UInt64) { random = SplitMix64(seed: seed) }

        mutating func word(_ part: Part) -> String {
            count += 1
            let word = "w\(count)x"
            tokens[part, default: []].append(word)
            return word
        }

        mutating func address(_ part: Part) -> String {
            count += 1
            let schemes = [
                "https://h", "http://h", "mailto:m@h", "tel:+", "ftp://h", "file:///h", "slack://h", "obsidian://h",
                "/wiki/h", "javascript:h", "#h",
            ]
            let address = schemes[Int.random(in: 0..<schemes.count, using: &random)] + "\(count)z"
            tokens[part, default: []].append(address)
            return address
        }

        /// A piece of a line.
        mutating func piece(_ part: Part) -> String {
            switch Int.random(in: 0..<16, using: &random) {
            case 0: return "[\(word(part))](\(address(part)))"
            case 1: return "[\(word(part))](<\(address(part))> \"\(word(part))\")"
            case 2: return "![\(word(part))](\(address(part)))"
            case 3: return "[![\(word(part))](\(address(part)))](\(address(part)))"
            case 4:
                let url = address(part)
                return "[\(word(part))]([\(url)](\(url) \"smartCard-inline\"))"
            case 5: return "**\(word(part))**"
            case 6: return "`\(word(part)) <b>`"
            case 7: return "<\(word(part)) \(word(part))>"
            case 8: return "<!-- \(word(part)) -->"
            case 9: return "\(word(part))%%\(word(part))$$\(word(part))"
            case 10: return "https://x.example/\(word(part))_\(word(part))"
            case 11: return "_\(word(part))_ ~~\(word(part))~~"
            case 12: return "&\(word(part)); \\\(word(part))"
            case 13: return "[\(word(part))][\(count)]"
            case 14: return "` * _ [ ] ( ) < \(word(part))"
            default: return word(part)
            }
        }

        mutating func line(_ part: Part) -> String {
            (0..<Int.random(in: 1...4, using: &random)).map { _ in piece(part) }.joined(separator: " ")
        }

        /// A name of an attachment, which may have addresses or be one.
        mutating func name(_ part: Part) -> String {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in
                Bool.random(using: &random) ? piece(part) : address(part)
            }.joined(separator: [" ", "  ", ": ", "("].randomElement(using: &random) ?? " ")
        }

        /// A text of several blocks.
        mutating func text(_ part: Part) -> String {
            var lines: [String] = []
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                switch Int.random(in: 0..<14, using: &random) {
                case 0: lines += ["", "# \(line(part))", ""]
                case 1: lines.append("- \(line(part))")
                case 2: lines.append("> \(line(part))")
                case 3: lines += ["", "```", line(part), "```", ""]
                case 4: lines += ["", "```\(word(part)) \(word(part))", line(part), "```", ""]
                case 5: lines += ["", "```\(word(part))", "```", ""]
                case 6: lines += ["", "[\(count)]: \(address(part)) \"\(word(part))\"", ""]
                case 7: lines += ["", "<div>\(line(part))", "</div>", ""]
                case 8: lines.append("1. \(line(part))")
                case 9: lines += [line(part), "==="]
                case 10: lines.append("| \(line(part)) | \(line(part)) |")
                case 11: lines.append("    \(line(part))")
                default: lines.append(line(part))
                }
            }
            return lines.joined(separator: "\n")
        }
    }

    @Test(
        .enabled(if: MarkdownHTML.libraryProblem == nil, "cmark-gfm is not installed"),
        arguments: 0..<UInt64(rounds(40))) func wordsAndAddresses(_ seed: UInt64) throws
    {
        var writer = Writer(seed: seed)
        let description = writer.text(.description)
        let comments = (0..<3).map { _ in writer.text(.comment) }
        let items = (0..<6).map { _ in writer.line(.item) }
        let attachments: [JSONValue] = (0..<8).map { _ in
            ["name": .string(writer.name(.attachment)), "url": .string(writer.address(.attachment))]
        }
        let fields = (0..<2).map { _ in (writer.line(.field), writer.name(.field)) }
        let board: JSONValue = [
            "name": "B", "lists": [["id": "l", "name": "L"]],
            "customFields": .array(
                fields.enumerated().map { ["id": .string("f\($0)"), "name": .string($1.0), "type": "text"] }),
            "cards": [
                [
                    "id": "c", "idList": "l", "name": "t", "desc": .string(description),
                    "attachments": .array(attachments),
                    "customFieldItems": .array(
                        fields.enumerated().map {
                            ["idCustomField": .string("f\($0)"), "value": ["text": .string($1.1)]]
                        }),
                ]
            ],
            "checklists": [
                [
                    "idCard": "c", "name": .string(writer.line(.checklist)),
                    "checkItems": .array(items.map { ["name": .string($0)] }),
                ]
            ],
            "actions": .array(
                comments.map { ["type": "commentCard", "data": ["text": .string($0), "card": ["id": "c"]]] }),
        ]
        let boards = try ExportedBoard.boards(board.compactText)
        for format in ExportFormat.allCases {
            let text = try ExportedBoard.text(BoardExport(format: format), of: board.compactText)
            let plain = Self.plain(text, of: format)
            for part in Self.parts(of: format) {
                for token in writer.tokens[part] ?? [] {
                    #expect(plain.contains(token), "\(token) in \(format): \(part)")
                }
            }
        }
        let files = Self.plain(ExportedBoard.files(of: boards).map(\.text).joined(), of: .markdown)
        for token in writer.tokens.values.joined() { #expect(files.contains(token), "\(token) in the folder") }
    }

    /// What a format has of a card; a format that is added has all.
    private static func parts(of format: ExportFormat) -> [Part] {
        switch format {
        case .table: []
        case .csv: [.description, .field]
        case .markdown: [.item, .checklist]
        default: Part.allCases
        }
    }

    /// The text that people or programs get: of a page what is seen, and the targets of links.
    private static func plain(_ text: String, of format: ExportFormat) -> String {
        var text = text
        switch format {
        case .html:
            let targets = text.matches(of: /<a href="([^"]*)"/).map { String($0.1) }
            let titles = text.matches(of: /\stitle="([^"]*)"/).map { String($0.1) }
            text = ([text.replacing(/<[^>]*>/, with: "")] + targets + titles).joined(separator: "\n")
            for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            { text = text.replacing(entity, with: character) }
        case .json, .github: text = text.replacing("\\/", with: "/")
        default: break
        }
        return text.replacing("\\", with: "")
    }
}

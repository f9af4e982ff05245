import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import XML

@Suite struct XMLReaderTests {
    @Test func elementsComeWithTheirPathsAndAttributes() throws {
        let elements = try elements(
            """
            \u{FEFF}<?xml version="1.0" encoding="utf-8"?><!-- a --><a b="1" c='&lt;&#xE4;&amp;'>
            text<b/><x:c xmlns:x="u" x:d="é"><d/></x:c><![CDATA[<e/>]]><b q=""></b></a>
            """)
        #expect(
            elements == [
                XMLElement(path: ["a"], attributes: [("b", "1"), ("c", "<ä&")]),
                XMLElement(path: ["a", "b"], attributes: []),
                XMLElement(path: ["a", "x:c"], attributes: [("xmlns:x", "u"), ("x:d", "é")]),
                XMLElement(path: ["a", "x:c", "d"], attributes: []),
                XMLElement(path: ["a", "b"], attributes: [("q", "")]),
            ])
        #expect(elements[0]["c"] == "<ä&")
        #expect(elements[0]["d"] == nil)
    }

    @Test func otherEncodings() throws {
        let text = "<?xml version='1.0' encoding='UTF-16'?><a b='é'/>"
        var bytes: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { bytes += [UInt8(unit & 255), UInt8(unit >> 8)] }
        #expect(try elements(bytes) == [XMLElement(path: ["a"], attributes: [("b", "é")])])
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a b='\u{1}'/>".utf8).map { $0 == 1 ? 0xE9 : $0 }
        #expect(try elements(latin) == [XMLElement(path: ["a"], attributes: [("b", "é")])])
    }

    @Test(
        arguments: [
            ("", .notWellFormed(line: 1)), ("text", .notWellFormed(line: 1)), ("<a>", .notWellFormed(line: 1)),
            ("<a>\n<b></a>", .notWellFormed(line: 2)), ("<a>\n\n<b c=d/></a>", .notWellFormed(line: 3)),
            ("<a/><a/>", .notWellFormed(line: 1)), ("<a b='1' b='2'/>", .notWellFormed(line: 1)),
            ("<a>&other;</a>", .notWellFormed(line: 1)), ("<a>\0</a>", .notWellFormed(line: 1)),
            (String(repeating: "<a>", count: 1000), .notWellFormed(line: 1)), ("<!DOCTYPE a><a/>", .documentType),
            ("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", .documentType),
            ("<!DOCTYPE a [<!ENTITY b 'bbb'><!ENTITY c '&b;&b;'>]><a d='&c;'>&c;</a>", .documentType),
            ("<!DOCTYPE a [<!ENTITY % p SYSTEM 'http://127.0.0.1:9/'> %p;]><a/>", .documentType),
            (String(repeating: " ", count: 65_537), .tooLong(limit: 65_536)),
        ] as [(String, XMLError)]) func refuses(text: String, error: XMLError)
    { #expect(throws: error) { _ = try elements(text) } }

    /// Entities that stand for a thousand million others are not made out.
    @Test(arguments: ["<a b='&e9;'/>", "<a>&e9;</a>", "<a b='&e9;&e9;&e9;&e9;'>&e9;&e9;&e9;</a>"]) func aBillionLaughs(
        document: String
    ) {
        let entities = (1...9).map { level in
            let content = String(repeating: "&e\(level - 1);", count: 10)
            return "<!ENTITY e\(level) '\(content)'>"
        }.joined()
        let text = "<!DOCTYPE a [<!ENTITY e0 'laugh'>\(entities)]>\(document)"
        #expect(throws: XMLError.self) { _ = try elements(text) }
        #expect(threadSeconds { _ = try? elements(text) } < 5)
    }

    /// Neither the type of a document nor an entity makes libxml2 open a file, not even one at which
    /// it would wait forever.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            "<!DOCTYPE a SYSTEM 'file://FILE'><a/>", "<!DOCTYPE a [<!ENTITY b SYSTEM 'file://FILE'>]><a>&b;</a>",
            "<!DOCTYPE a [<!ENTITY % b SYSTEM 'file://FILE'> %b;]><a/>",
        ]) func noFileIsOpened(document: String) throws
    {
        let folder = TemporaryFolder()
        let pipe = folder.path.appending("pipe").string
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(throws: XMLError.documentType) { _ = try elements(document.replacing("FILE", with: pipe)) }
    }

    @Test func aClosureCanStop() {
        struct Stop: Error {}
        #expect(throws: Stop.self) { try XMLReader.forEachElement(of: Array("<a/>".utf8)) { _ in throw Stop() } }
    }

    /// Whatever the bytes are, the reader ends; one element more never makes fewer.
    @Test func anythingIsReadOrRefused() throws {
        var random = SplitMix64(seed: 6)
        let pieces = [
            "<a>", "</a>", "<a b='c'>", "<a/>", "&amp;", "&x;", "<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE a [",
            "]>", "<?xml version='1.0'?>", "\0", "\u{FEFF}", "é", "'", ">", "<",
        ]
        var readable = 0
        for _ in 0..<rounds(3000) {
            let inner = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            let text = Bool.random(using: &random) ? "<r>\(inner)</r>" : inner
            guard let elements = try? elements(text) else { continue }
            readable += 1
            #expect(elements.count { $0.path.count == 1 } == 1)
            let starts = text.split(separator: "<", omittingEmptySubsequences: false).count - 1
            #expect(elements.count <= starts)
        }
        #expect(readable > rounds(100))
    }

    /// The most attributes that fit are compared with each other in an instant.
    @Test(.timeLimit(.minutes(10))) func manyAttributes() throws {
        let attributes = (0..<7000).map { " a\($0)=''" }.joined()
        let elements = try elements("<a\(attributes)/>")
        #expect(elements.count == 1)
    }

    private func elements(_ text: String) throws -> [XMLElement] { try elements(Array(text.utf8)) }

    private func elements(_ bytes: [UInt8]) throws -> [XMLElement] {
        var elements: [XMLElement] = []
        try XMLReader.forEachElement(of: bytes) { elements.append($0) }
        return elements
    }
}

extension XMLElement: Equatable {
    /// Compares path and attributes, including their order.
    static func == (left: Self, right: Self) -> Bool {
        left.path == right.path && left.attributes.elementsEqual(right.attributes, by: ==)
    }
}

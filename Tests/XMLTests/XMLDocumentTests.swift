import Scanning
import SystemPackage
import TestSupport
import Testing

@testable import XML

@Suite struct XMLDocumentTests {
    @Test func partsHaveTheirPlaces() throws {
        let document = try XMLDocument(
            Array(
                """
                \u{FEFF}<?xml version="1.0"?><!-- <no/> -->
                <é:a xmlns:é="u" b='<' c
                  = ">">t<d/>é<![CDATA[<x>]]><d e="1"
                  é:f="&amp;"/></é:a>
                """.replacing("'<'", with: "'&lt;'").utf8))
        let root = document.root
        #expect(root.name == "a")
        #expect(root.namespace == "u")
        #expect(root.text == "té<x>")
        #expect(root.place == TextPlace(line: 2, column: 1))
        #expect(root.attributes.map(\.name) == ["b", "c"])
        #expect(root["b"]?.place == TextPlace(line: 2, column: 18))
        #expect(root["c"]?.place == TextPlace(line: 2, column: 27))
        #expect(root["c"]?.value == ">")
        #expect(root.children.map(\.place) == [TextPlace(line: 3, column: 10), TextPlace(line: 3, column: 30)])
        #expect(root.children[1]["f"]?.namespace == "u")
        #expect(root.children[1]["f"]?.value == "&")
        #expect(root.children[1]["f"]?.place == TextPlace(line: 4, column: 3))
    }

    @Test func longDocumentsKeepTheirLines() throws {
        let text = "<a>" + String(repeating: "\n", count: 70_000) + "<b/></a>"
        let document = try XMLDocument(Array(text.utf8))
        #expect(document.root.children[0].place == TextPlace(line: 70_001, column: 1))
    }

    @Test(arguments: [("", 1), ("<a>\n<b></a>", 2), ("<a>\n\n&x;</a>", 3), ("<a b=1/>", 1), ("<a/>\n<b/>", 2)])
    func mistakesHaveTheirLines(text: String, line: Int) {
        #expect { _ = try XMLDocument(Array(text.utf8)) } throws: { error in (error as? XMLProblem)?.place.line == line
        }
    }

    @Test func ownEntitiesAreExpandedAndOthersAreNot() throws {
        let own = try XMLDocument(Array("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>".utf8))
        #expect(own.root.text == "y")
        #expect(!own.namesOtherFiles)
        let folder = TemporaryFolder()
        try folder.write("secret", to: "file")
        let file = folder.path.appending("file").string
        for type in [
            "<!ENTITY x SYSTEM '\(file)'>", "<!ENTITY x PUBLIC 'p' 'file://\(file)'>",
            "<!ENTITY % p SYSTEM '\(file)'> %p; <!ENTITY x 'y'>",
        ] {
            let document = try? XMLDocument(Array("<!DOCTYPE a [\(type)]><a>&x;</a>".utf8))
            #expect(document?.root.text.contains("secret") != true)
            #expect(document?.namesOtherFiles != false)
        }
        // Where the document type cannot be seen, or seems to end before it does.
        let type = "<!DOCTYPE a [<?b > '?><!ENTITY x SYSTEM '\(file)'>]>"
        #expect(try XMLDocument(Array("\(type)<a>&x;</a>".utf8)).namesOtherFiles)
        let bytes = "\u{FEFF}<!DOCTYPE a [<!ENTITY x SYSTEM '\(file)'>]><a>&x;</a>".utf16.flatMap {
            [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)]
        }
        let hidden = """
            <?xml version="1.0" encoding="UTF-7"?>
            <!DOCTYPE a [<!ENTITY x +AFMAWQBTAFQARQBN- '\(file)'>]><a>&x;</a>
            """
        for bytes in [bytes, Array(hidden.utf8)] {
            let document = try? XMLDocument(bytes)
            #expect(document?.root.text.contains("secret") != true)
        }
        let latin = "<?xml version='1.0' encoding='ISO-8859-1'?><!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>"
        #expect(try XMLDocument(Array(latin.utf8)).root.text == "y")
    }

    /// Ten levels of ten references would be ten gigabytes.
    @Test func entityBombsAreRefused() {
        var type = "<!ENTITY e0 'aaaaaaaaaa'>"
        for level in 1...10 {
            let references = String(repeating: "&e\(level - 1);", count: 10)
            type += "<!ENTITY e\(level) '\(references)'>"
        }
        #expect(throws: XMLProblem.self) { _ = try XMLDocument(Array("<!DOCTYPE a [\(type)]><a>&e10;</a>".utf8)) }
    }

    @Test func deepDocumentsAreRefused() {
        let text = String(repeating: "<a>", count: 100_000)
        #expect(throws: XMLProblem.self) { _ = try XMLDocument(Array(text.utf8)) }
    }

    @Test func whatIsTooLongIsNotRead() {
        let bytes = [UInt8](repeating: 32, count: XMLDocument.byteLimit + 1)
        #expect(throws: XMLError.tooLong(limit: 64 << 20)) { _ = try XMLDocument(bytes) }
    }

    /// libxml2 before 2.12 takes a minute for 100,000.
    @Test func manyAttributes() throws {
        func document(_ count: Int) -> String {
            "<a>\n<b " + (0..<count).map { "a\($0)='\u{20AC}'" }.joined(separator: " ") + "/></a>"
        }
        let whole = try XMLDocument(Array(document(1000).utf8))
        #expect(whole.root.children.first?.attributes.count == 1000)
        let problem = XMLProblem(
            message: "the element has more than 1000 attributes", place: TextPlace(line: 2, column: 1))
        let long = document(1001)
        let little = "\u{FEFF}\(long)".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let big = long.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        for bytes in [Array(long.utf8), little, big] { #expect(throws: problem) { _ = try XMLDocument(bytes) } }
        let encoded = "<?xml version='1.0' encoding='UTF-7'?><a b+AD0AJwA9ACc-/>"
        // The second is '<?xml' in EBCDIC, which libxml2 sees by itself.
        for bytes in [Array(encoded.utf8), [0x4C, 0x6F, 0xA7, 0x94, 0x93]] {
            #expect { _ = try XMLDocument(bytes) } throws: { error in
                (error as? XMLProblem)?.message.hasPrefix("the encoding '") == true
            }
        }
    }

    /// Of two bytes for each letter, too.
    @Test func placesInUTF16() throws {
        let text = "<?xml version='1.0' encoding='UTF-16'?>\n<a>\u{222}\n  <b c='\u{3E3E}' d=''/></a>"
        let bytes = "\u{FEFF}\(text)".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let b = try #require(try XMLDocument(bytes).root.children.first)
        #expect(b.place == TextPlace(line: 3, column: 3))
        #expect(b["d"]?.place == TextPlace(line: 3, column: 12))
    }

    /// Elements come out of entities, and attributes out of declarations, which each element would get.
    @Test func documentTypesThatGrow() throws {
        let attributes = (0..<2000).map { "a\($0) CDATA 'x'" }.joined(separator: " ")
        for (type, message) in [
            ("<!ATTLIST b \(attributes)>", "the document type declares attributes, which is not supported"),
            (
                "<!ENTITY b '<b \((0..<10_000).map { " a\($0)=&#34;&#34;" }.joined())/>'>",
                "the document type is longer than 65536 bytes"
            ),
            (
                "<!ENTITY b 'c'>]><a>\(String(repeating: "&b;", count: 10_000))</a><!--",
                "a document with a document type has more than 10000 references"
            ),
        ] {
            #expect(throws: XMLProblem(message: message, place: TextPlace(line: 1, column: 1))) {
                _ = try XMLDocument(Array("<!DOCTYPE a [\(type)]><a>&b;<b/></a>".utf8))
            }
        }
        let most = String(repeating: "&b;", count: 10_000)
        let document = try XMLDocument(Array("<!DOCTYPE a [<!ENTITY b 'c'>]><a>\(most)</a>".utf8))
        #expect(document.root.text.utf8.count == 10_000)
    }

    /// A file can have a mistake in every few bytes.
    @Test func ofManyMistakesTheFirstAreKept() throws {
        let attributes = (0..<150).map { " a\($0)=''" }.joined()
        let document = try XMLDocument(Array("<a xmlns='urn:t'><b n='1'\(attributes)/></a>".utf8))
        let problems = document.problems(against: try XMLSchema(Array(Self.schema.utf8)))
        #expect(problems.count == 100)
    }

    private static let schema = """
        <s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" xmlns="urn:t"
            elementFormDefault="qualified">
          <s:element name="a"><s:complexType><s:sequence>
            <s:element name="b" minOccurs="0"><s:complexType>
              <s:attribute name="n" type="s:int" use="required"/></s:complexType></s:element>
            <s:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="9"/>
          </s:sequence></s:complexType></s:element>
        </s:schema>
        """

    @Test(arguments: [
        (#"<a xmlns="urn:t"><b n="1"/></a>"#, []), (#"<a xmlns="urn:t"><x xmlns="urn:x" y=""/></a>"#, []),
        ("<a xmlns=\"urn:t\">\n <b n=\"x\"/></a>", [TextPlace(line: 2, column: 5)]),
        ("<a xmlns=\"urn:t\">\n <b n=\"1\"\nm=\"\"/></a>", [TextPlace(line: 3, column: 1)]),
        ("<a xmlns=\"urn:t\">\n <c/></a>", [TextPlace(line: 2, column: 2)]), ("<a/>", [TextPlace(line: 1, column: 1)]),
    ]) func schemasAreKept(text: String, places: [TextPlace]) throws {
        let schema = try XMLSchema(Array(Self.schema.utf8))
        let found = try XMLDocument(Array(text.utf8)).problems(against: schema)
        // Of a value that is none of its type there are two messages.
        #expect(found.map(\.place).reduce(into: []) { if $0.last != $1 { $0.append($1) } } == places)
    }

    @Test func elementsOfAnotherNamespaceAreChecked() throws {
        let schema = try XMLSchema(Array(Self.schema.utf8))
        let document = try XMLDocument(Array(#"<r><x/><a xmlns="urn:t"><b/></a><c xmlns="urn:t"/></r>"#.utf8))
        let problems = document.problems(against: schema, in: "urn:t")
        #expect(problems.map(\.place) == [TextPlace(line: 1, column: 25)])
        #expect(problems.first?.message.contains("urn:t") == false)
    }

    /// A schema could otherwise make the library fetch anything.
    @Test(arguments: ["import", "include", "redefine"]) func schemasThatNeedOthersAreRefused(element: String) {
        let text = Self.schema.replacing(
            "<s:element name=\"a\">",
            with: "<s:\(element) schemaLocation=\"http://localhost:1/x.xsd\"/><s:element name=\"a\">")
        #expect(throws: XMLProblem(message: "the schema requires other files", place: TextPlace(line: 3, column: 3))) {
            _ = try XMLSchema(Array(text.utf8))
        }
    }

    @Test(arguments: ["", "<a/>", "<s:schema xmlns:s='http://www.w3.org/2001/XMLSchema'><s:x/>"])
    func otherTextsAreNoSchema(text: String) {
        #expect(throws: XMLProblem.self) { _ = try XMLSchema(Array(text.utf8)) }
    }
}

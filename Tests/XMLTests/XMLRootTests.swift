import CLibXML2
import TestSupport
import Testing

@testable import XML

@Suite struct XMLRootTests {
    private func root(_ text: String) throws -> XMLRoot? {
        guard case .found(let document) = XMLRootTag(in: Array(text.utf8)) else { return nil }
        return try XMLRoot(document)
    }

    @Test func nameNamespaceAndAttributes() throws {
        let root = try #require(try root("<?xml version='1.0'?><a:b xmlns:a='urn:x' c='1 &lt;&#33; ' a:d=\">\"><e>"))
        #expect(root.name == "b")
        #expect(root.namespace == "urn:x")
        #expect(root.attributes["c"] == "1 <! ")
        #expect(root.attributes["a:d"] == ">")
    }

    @Test func entitiesOfTheDocumentTypeCount() throws {
        let root = try #require(try root("<!DOCTYPE a [<!ENTITY n 'urn:x'>]><a xmlns='&n;' b='&n;'/>"))
        #expect(root == (try self.root("<a xmlns='urn:x' b='urn:x'>")))
    }

    @Test(
        arguments: [
            ("<a b='1'", .incomplete(name: "a")), ("<a b='>", .incomplete(name: "a")), ("<", .incomplete(name: nil)),
            ("", .incomplete(name: nil)), (" <!", .incomplete(name: nil)), ("<!DOC", .incomplete(name: nil)),
            ("<!-- > -", .incomplete(name: nil)), ("<?a > ?", .incomplete(name: nil)),
            ("<!DOCTYPE a [<!EL >", .incomplete(name: nil)), ("<!DOCTYPE a [<!-", .incomplete(name: nil)),
            ("<!DOCTYPE a [<!-- > ]> -->", .incomplete(name: nil)), ("<!DOCTYPE a '>", .incomplete(name: nil)),
            ("a<a>", .absent), ("<!a><a>", .absent), ("<!doctype html><a>", .absent),
            ("<!DOCTYPE a [<!ENTITY % b SYSTEM 'c'> %b;]><a>", .absent), ("<a>", .found(Array("<a/>".utf8))),
            ("<a/><b>", .found(Array("<a/>".utf8))),
            ("\u{FEFF}<!--><a>--><a>", .found(Array("\u{FEFF}<!--><a>--><a/>".utf8))),
        ] as [(String, XMLRootTag)]) func theTagIsFound(text: String, tag: XMLRootTag)
    { #expect(XMLRootTag(in: Array(text.utf8)) == tag) }

    @Test(arguments: [
        "<a b=1>", "<a b='1' b='2'>", "<a b='<'>", "<a b='&c;'>", "<a:b>", "< a>", "<a/b>",
        "<!DOCTYPE a [<!ENTITY b SYSTEM '/etc/hostname'>]><a c='&b;'>", "<a b='\u{1}'>",
    ]) func whatIsNotWellFormedIsNotRead(text: String) throws {
        let root = try root(text)
        // libxml2 takes a prefix without a namespace for a part of the name.
        #expect(root == nil || root?.namespace == nil && text == "<a:b>")
    }

    /// An entity of 20,000 bytes in 8,000 places would take libxml2 a second and 400 MB.
    @Test func whatIsLargerThanAnyPicturesIsNotRead() {
        func tag(type: Int, tag: Int) -> XMLRootTag {
            XMLRootTag(
                in: Array(
                    ("<!--\(String(repeating: "-", count: 50_000)) --><!DOCTYPE a [<!ENTITY b '"
                        + "\(String(repeating: "b", count: type))'>]><a b='"
                        + "\(String(repeating: "&b;", count: tag / 3))'>").utf8))
        }
        let limit = XMLRootTag.partLimit
        guard case .found = tag(type: limit - 100, tag: limit - 100) else {
            Issue.record("not found")
            return
        }
        #expect(tag(type: limit, tag: 0) == .absent)
        #expect(tag(type: 0, tag: limit) == .absent)
    }

    /// A file that a document names is not opened, though libxml2 can.
    @Test func noFileIsRead() throws {
        let folder = TemporaryFolder()
        try folder.write("<!ENTITY n '7'>", to: "a.dtd")
        let file = "file://\(folder.path)/a.dtd"
        let text = "<!DOCTYPE a SYSTEM '\(file)'><a b='&n;'/>"
        #expect(try root(text)?.attributes["b"] != "7")
        #expect(try root("<!DOCTYPE a [<!ENTITY % f SYSTEM '\(file)'>%f;]><a b='&n;'/>") == nil)

        let options = CInt(XML_PARSE_NOENT.rawValue | XML_PARSE_DTDLOAD.rawValue)
        let document = xmlReadMemory(text, CInt(text.utf8.count), nil, nil, options)
        defer { xmlFreeDoc(document) }
        let value = try #require(xmlGetProp(xmlDocGetRootElement(document), "b"))
        defer { free(value) }
        // Safety: it is libxml2's copy of the value, which ends with a NUL.
        #expect(String(cString: value) == "7")
    }

    /// In these encodings a percent sign, which begins the name of such a file, need not be its byte.
    @Test(arguments: [
        ("UTF-7", "+ACU-"), ("utf-7", "+ACU-"), ("unicode-1-1-utf-7", "+ACU-"), ("UTF-16", "\0%"), ("CP930", "l"),
        ("IBM037", "l"),
    ]) func noEncodingHidesAFile(encoding: String, percent: String) throws {
        let folder = TemporaryFolder()
        try folder.write("<!ENTITY n '7'>", to: "a.dtd")
        let root = try root(
            """
            <?xml version='1.0' encoding='\(encoding)'?><!DOCTYPE a [
            <!ENTITY \(percent) f SYSTEM 'file://\(folder.path)/a.dtd'>\(percent)f;]><a b='&n;'/>
            """)
        #expect(root == nil)
    }

    /// Letters of other encodings than UTF-8 are lost, but not the markup around them.
    @Test(arguments: ["ISO-8859-1", "Shift_JIS", "no-such-encoding", "UTF-16"])
    func anyEncodingWithTheMarkupOfASCIIIsRead(encoding: String) throws {
        let text = "<?xml version='1.0' encoding='\(encoding)'?><!-- \u{1} --><a b='\u{1}' c='9'/>"
        let bytes = text.utf8.map { $0 == 1 ? 0xE9 : $0 }
        guard case .found(let document) = XMLRootTag(in: bytes) else {
            Issue.record("no tag")
            return
        }
        let root = try #require(try XMLRoot(document))
        #expect(root.attributes == ["b": "\u{FFFD}", "c": "9"])
    }

    /// Entities that expand into more than memory holds are refused soon.
    @Test(arguments: ["&e9;", "&q;"]) func entitiesDoNotExplode(reference: String) throws {
        let nested = (1...9).map { "<!ENTITY e\($0) '\(String(repeating: "&e\($0 - 1);", count: 10))'>" }
        let long = String(repeating: "x", count: 2_000)
        let quadratic = "<!ENTITY q '\(String(repeating: "&long;", count: 500))'>"
        let text = """
            <!DOCTYPE a [<!ENTITY e0 'lol'>\(nested.joined())<!ENTITY long '\(long)'>\(quadratic)]>
            <a b='\(reference)\(String(repeating: reference, count: 1_000))'/>
            """
        #expect(XMLRootTag(in: Array(text.utf8)) != .absent)
        #expect(try root(text) == nil)
        #expect(threadSeconds { _ = try? root(text) } < 5)
    }
}

import CLibXML2
import TestSupport
import Testing

@testable import XML

@Suite struct XMLWriterTests {
    @Test func elementsAttributesAndTexts() throws {
        let writer = try XMLWriter()
        try writer.element("cards", [("type", "array")]) {
            try writer.element("title", text: "a < b & \"c\" ]]> d\r\n")
            try writer.element("empty", [("nil", "true"), ("note", "<\"&\n>")], text: "")
        }
        let text = String(decoding: try writer.finish(), as: UTF8.self)
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <cards type="array">
                 <title>a &lt; b &amp; &quot;c&quot; ]]&gt; d&#13;
                </title>
                 <empty nil="true" note="&lt;&quot;&amp;&#10;&gt;"/>
                </cards>

                """)
    }

    @Test func bytesComeInPieces() throws {
        let writer = try XMLWriter()
        var bytes: [UInt8] = []
        try writer.element("a") {
            try writer.element("b", text: "1")
            bytes += try writer.takeBytes()
            #expect(!bytes.isEmpty)
            try writer.element("b", text: "2")
        }
        bytes += try writer.finish()
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>\n <b>1</b>\n <b>2</b>\n</a>\n")
    }

    /// Whatever the text is, libxml2's parser gives it back, with U+FFFD for what XML does not have.
    @Test(arguments: 0..<20 as Range<UInt64>) func anyTextIsReadBack(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<rounds(100) {
            let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                Unicode.Scalar(
                    UInt32.random(
                        in: 0...([0x80, 0x300, 0xFFFF, 0x10_FFFF].randomElement(using: &random) ?? 0), using: &random))
            }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            let writer = try XMLWriter()
            try writer.element("t", [("a", String(text))], text: String(text))
            let read = try #require(Self.root(try writer.finish()))
            let expected = scalars.map { scalar in
                switch scalar.value {
                case 9, 10, 13, 0x20..<0xFFFE, 0x1_0000...: scalar
                default: Unicode.Scalar(0xFFFD) ?? scalar
                }
            }
            #expect(Array(read.content.unicodeScalars) == expected)
            #expect(Array(read.attribute.unicodeScalars) == expected)
        }
    }

    /// The root element's text and its attribute `a`, in the judgement of a strict parser.
    private static func root(_ bytes: [UInt8]) -> (content: String, attribute: String)? {
        // Safety: the document lives until the end of the function, and its texts are copied.
        let document = bytes.withUnsafeBytes {
            xmlReadMemory($0.bindMemory(to: CChar.self).baseAddress, CInt($0.count), nil, nil, 0)
        }
        defer { xmlFreeDoc(document) }
        guard let root = xmlDocGetRootElement(document), let content = xmlNodeGetContent(root),
            let attribute = xmlGetProp(root, "a")
        else { return nil }
        defer {
            free(content)
            free(attribute)
        }
        return (String(cString: content), String(cString: attribute))
    }
}

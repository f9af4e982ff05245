import CLibXML2
import HTML
import TestSupport
import Testing

/// Compares the scanner with libxml2's HTML parser on generated documents simple enough for that
/// parser, which predates the standard.
@Suite struct HTMLScannerOracleTests {
    @Test(arguments: 0..<6 as Range<UInt64>) func agreesWithLibXML2(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<rounds(100) {
            let html = document(&random)
            #expect(linksFound(in: html) == linksOfLibXML2(in: html), "\(html)")
        }
    }

    private func document(_ random: inout SplitMix64) -> String {
        var html = "<!DOCTYPE html><html><head>"
        for number in 0..<Int.random(in: 1...8, using: &random) {
            let value =
                ["a", "/b?c=1&amp;d=2", "&#x65;&#101;", "x y", "é", "&lt;&eacute;"].randomElement(using: &random).map {
                    "\($0)-\(number)"
                } ?? ""
            html +=
                [
                    "<link rel=\"icon\" href=\"\(value)\">", "<LINK href='\(value)' rel='icon'/>",
                    "<link title='a > b' href=\"\(value)\"  >\n", "<link href=u\(number) rel=icon>",
                    "<!-- <link href='\(value)'> -->", "<title>&lt;link href='\(value)'></title>",
                    "<style>a > b { content: '<link href=\(number)>' }</style>",
                    "<script>document.write('<link href=\(number)>')</script>",
                    "<meta name=description content=\"\(value)\">",
                ].randomElement(using: &random) ?? ""
        }
        return html + "</head><body><p>text</p></body></html>"
    }

    private func linksOfLibXML2(in html: String) -> [String] {
        let options = Int32(HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue)
        let document = Array(html.utf8).withUnsafeBytes {
            htmlReadMemory($0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), nil, "UTF-8", options)
        }
        defer { xmlFreeDoc(document) }
        var links: [String] = []
        collect(xmlDocGetRootElement(document), into: &links)
        return links
    }

    private func collect(_ first: UnsafeMutablePointer<xmlNode>?, into links: inout [String]) {
        var node = first
        while let element = node?.pointee {
            if let name = element.name, String(cString: name) == "link",
                let href = xmlHasProp(node, "href")?.pointee.children?.pointee.content
            {
                links.append(String(cString: href))
            }
            collect(element.children, into: &links)
            node = element.next
        }
    }
}

import Scanning
import SystemPackage
import XML

/// A page in XML (XHTML) as HTML, reduced to the elements that name icons and what they depend on.
struct XHTMLPage {
    /// The HTML, with the elements in the order of the page.
    private(set) var html = Array("<!doctype html><head>".utf8)
    /// Where tags begin in the page, by where they begin in the HTML.
    private(set) var offsets: [Int: Int] = [:]

    /// Whether a media type is that of XML (WHATWG MIME Sniffing 4.6).
    static func isXML(_ contentType: String) -> Bool {
        guard let type = MediaTypeName.essence(of: contentType) else { return false }
        return type.hasSuffix("+xml") || type == "text/xml" || type == "application/xml"
    }

    /// Reads a page up to where the XML has its first mistake, as browsers do.
    ///
    /// - Throws: ``XMLError/noLibrary(_:)``.
    init(_ page: [UInt8]) throws(XMLError) {
        var (head, body): ([XMLElement], [XMLElement]) = ([], [])
        var headCount = 0
        try XMLReader.forEachElement(inPage: page) { element in
            let (name, parents) = (element.names.last ?? "", element.names.dropLast())
            if element.names == ["html", "head"] { headCount += 1 }
            guard ["base", "link", "meta", "title"].contains(name), !parents.contains("template"),
                !parents.contains(where: { $0.hasPrefix("{") })
            else { return }
            // Of several heads the first is the page's.
            if parents.starts(with: ["html", "head"]), headCount == 1,
                parents.dropFirst(2).allSatisfy({ $0 == "noscript" })
            {
                head.append(element)
            } else {
                body.append(element)
            }
        }
        head.forEach { add($0) }
        html += "</head><body>".utf8
        body.forEach { add($0) }
    }

    private mutating func add(_ element: XMLElement) {
        let isInNoscript = element.names.contains("noscript")
        if isInNoscript { html += "<noscript>".utf8 }
        offsets[html.count] = element.offset
        // Names in capitals are other names in XML.
        let attributes = element.attributes.filter { $0.name == $0.name.asciiLowercased }.map {
            name, value in
            " \(name)=\"\(value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;"))\""
        }
        let name = element.names.last ?? ""
        html += "<\(name)\(attributes.joined())>".utf8
        if name == "title" { html += "</title>".utf8 }
        if isInNoscript { html += "</noscript>".utf8 }
    }
}

extension FilePath {
    /// Whether the file is a page in XML, by its name.
    var isOfXHTML: Bool { ["xhtml", "xht"].contains(self.extension?.lowercased()) }
}

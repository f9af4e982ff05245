import Scanning
import SystemPackage
import XML

/// A page in XML (XHTML), converted to HTML with only the elements that concern icons.
struct XHTMLPage {
    /// The HTML, which lists the elements of the head first.
    private(set) var html = Array("<!doctype html><head>".utf8)
    private(set) var offsets: [Int: Int] = [:]

    /// Whether a media type is XML (WHATWG MIME Sniffing 4.6).
    static func isXML(_ contentType: String) -> Bool {
        guard let type = contentType.mediaTypeEssence else { return false }
        return type.hasSuffix("+xml") || type == "text/xml" || type == "application/xml"
    }

    /// Reads a page up to the first syntax error, as browsers do.
    init(_ page: [UInt8]) throws(XMLError) {
        var (head, body): ([XMLElement], [XMLElement]) = ([], [])
        var headCount = 0
        try XMLReader.forEachElement(inPage: page) { element in
            let (name, parents) = (element.names.last ?? "", element.names.dropLast())
            if element.names == ["html", "head"] { headCount += 1 }
            guard ["base", "link", "meta", "title"].contains(name), !parents.contains("template"),
                !parents.contains(where: { $0.hasPrefix("{") })
            else { return }
            // If there are several heads, the first one wins.
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
        // Names in XML are case-sensitive, so uppercase names are different attributes.
        let attributes = element.attributes.filter { $0.name == $0.name.asciiLowercased }.map { name, value in
            " \(name)=\"\(value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;"))\""
        }
        let name = element.names.last ?? ""
        html += "<\(name)\(attributes.joined())>".utf8
        if name == "title" { html += "</title>".utf8 }
        if isInNoscript { html += "</noscript>".utf8 }
    }
}

extension FilePath { var isOfXHTML: Bool { ["xhtml", "xht"].contains(self.extension?.lowercased()) } }

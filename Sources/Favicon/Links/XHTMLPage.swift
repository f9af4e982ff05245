import Scanning
import XML

/// A page in XML (XHTML), as far as it concerns icons.
enum XHTMLPage {
    /// Whether a media type is that of XML (WHATWG MIME Sniffing 4.6).
    static func isXML(_ contentType: String) -> Bool {
        guard let type = MediaTypeName.essence(of: contentType) else { return false }
        return type.hasSuffix("+xml") || type == "text/xml" || type == "application/xml"
    }

    /// The page in HTML, reduced to the elements that name icons and what they depend on, in the same order.
    ///
    /// It ends where the XML has its first mistake, as browsers do.
    ///
    /// - Throws: ``XMLError/noLibrary(_:)``.
    static func html(of page: [UInt8]) throws(XMLError) -> [UInt8] {
        var (head, body) = ("", "")
        var headCount = 0
        _ = try XMLReader.forEachElement(inPage: page) { element in
            if element.name == "head", element.parents == ["html"] { headCount += 1 }
            guard ["base", "link", "meta"].contains(element.name),
                !element.parents.contains("template"),
                !element.parents.contains(where: { $0.hasPrefix("{") })
            else { return }
            // Names in capitals are other names in XML.
            let attributes = element.attributes.filter { $0.key == $0.key.asciiLowercased }.map {
                name, value in
                " \(name)=\"\(value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;"))\""
            }
            var tag = "<\(element.name)\(attributes.joined())>"
            if element.parents.contains("noscript") { tag = "<noscript>\(tag)</noscript>" }
            // Of several heads the first is the page's.
            if element.parents.starts(with: ["html", "head"]), headCount == 1,
                element.parents.dropFirst(2).allSatisfy({ $0 == "noscript" })
            {
                head += tag
            } else {
                body += tag
            }
        }
        return Array("<!doctype html><head>\(head)</head><body>\(body)".utf8)
    }
}

import Scanning
import XML

/// SVGs that devtool understands completely, so that librsvg draws them as browsers do.
///
/// They consist of shapes, groups, `use` and gradients, with colors, numbers and transformations as in SVG 1.1. They
/// have no style sheet, text, image, filter or animation.
enum SimpleSVG {
    private struct Unknown: Error {}

    static func matches(_ bytes: [UInt8]) -> Bool {
        // A processing instruction before the root may name a style sheet.
        if bytes.lastIndex(ofText: "<?xml-") != nil { return false }
        do {
            try XMLReader.forEachElement(of: bytes) { element in guard has(element) else { throw Unknown() } }
            return true
        } catch { return false }
    }

    private static func has(_ element: XMLElement) -> Bool {
        let names = element.names.map {
            $0.hasPrefix("{\(SVGReader.namespace)}") ? String($0.dropFirst(SVGReader.namespace.count + 2)) : $0
        }
        guard let name = names.last else { return false }
        // Editors' metadata is not drawn.
        if names.contains("metadata") { return name == "metadata" || name.hasPrefix("{") }
        return elements.contains(name) && (name == "svg") == (names.count == 1)
            && element.attributes.allSatisfy { has($0.name, $0.value) }
    }

    private static let elements: Set = [
        "svg", "g", "defs", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "linearGradient",
        "radialGradient", "stop", "title", "desc",
    ]

    private static func has(_ name: String, _ value: String) -> Bool {
        let value = value.trimmed
        return switch name {
        case "id", "class", "role", "version", "xmlns", "xml:space": true
        case "style":
            value.split(separator: ";").map(\.trimmed).allSatisfy { declaration in
                let parts = declaration.split(separator: ":", maxSplits: 1).map(\.trimmed)
                return declaration.isEmpty || parts.count == 2 && hasProperty(parts[0], parts[1]) == true
            }
        case "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "fx", "fy", "offset":
            isNumber(value)
        case "d", "points": value.allSatisfy { $0.isASCII && ($0.isLetter || isOfNumbers($0)) }
        case "viewBox":
            value.allSatisfy(isOfNumbers) && SVGReader.box(value).map { $0.width > 0 && $0.height > 0 } == true
        case "transform", "gradientTransform":
            value.wholeMatch(of: /(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([-+.,eE\d\s]*\)[\s,]*)*/) != nil
        case "gradientUnits", "spreadMethod", "preserveAspectRatio": isKeyword(value)
        case "href", "xlink:href": value.wholeMatch(of: /#[\w.-]+/) != nil
        default:
            hasProperty(name, value)
                ?? (name.hasPrefix("data-") || name.hasPrefix("aria-")
                    || name.contains(":") && !name.hasPrefix("xml:") && !name.hasSuffix(":href"))
        }
    }

    /// Whether the value of a property is understood; `nil` for an unknown property.
    private static func hasProperty(_ name: String, _ value: String) -> Bool? {
        switch name {
        case "fill", "stroke", "color", "stop-color":
            colors.contains(value.asciiLowercased)
                || value.wholeMatch(of: /#(?:[0-9A-Fa-f]{3}){1,2}|url\(#[\w.-]+\)/) != nil
                || value.wholeMatch(of: /rgb\(\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\)/) != nil
        case "opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "stroke-width", "stroke-miterlimit":
            isNumber(value) && !value.hasSuffix("%")
        case "fill-rule", "clip-rule", "stroke-linecap", "stroke-linejoin": isKeyword(value)
        default: nil
        }
    }

    /// The colors of HTML 4, and a few other keywords; CSS has many more.
    private static let colors: Set = [
        "black", "silver", "gray", "white", "maroon", "red", "purple", "fuchsia", "green", "lime", "olive", "yellow",
        "navy", "blue", "teal", "aqua", "orange", "none", "currentcolor", "inherit",
    ]

    private static func isNumber(_ text: String) -> Bool {
        text.wholeMatch(of: /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?:px|%)?/) != nil
    }

    private static func isKeyword(_ text: String) -> Bool {
        text.allSatisfy { $0.isASCII && ($0.isLetter || $0 == " ") }
    }

    private static func isOfNumbers(_ character: Character) -> Bool {
        character.isASCII && (character.isNumber || "+-.,eE \t\r\n".contains(character))
    }
}

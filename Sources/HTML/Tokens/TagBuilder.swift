import Scanning

struct TagBuilder: Sendable {
    enum Attributes: Sendable {
        case skipped
        /// Only a hash is computed.
        case hashed
        case kept
    }

    var isEnd = false
    /// Whether this is the end tag of an element whose content was text.
    var endsText = false
    var isSelfClosing = false
    var offset = 0
    var name = TagName()
    var element = HTMLElement.other
    var treatment = Attributes.skipped
    var attributeName = TagName()
    private(set) var values = AttributeValues()
    private(set) var exceedsLimit = false
    private var hash: UInt64 = 0
    private var attribute: HTMLAttribute?

    @inline(__always) mutating func begin(isEnd: Bool) {
        self.isEnd = isEnd
        endsText = false
        isSelfClosing = false
        name = TagName()
        treatment = .skipped
    }

    mutating func treatAttributes(_ treatment: Attributes) {
        self.treatment = treatment
        attributeName = TagName()
        attribute = nil
        exceedsLimit = false
        hash = 0
        values.removeAll()
    }

    /// Adds an attribute with the name that was read and an empty value.
    mutating func endAttributeName(_ known: NameTable<HTMLAttribute>) {
        if treatment == .hashed { hash = hash &* 31 &+ UInt64(attributeName.hash) }
        attribute = known.value(of: attributeName)
        if let attribute, !values.begin(attribute) { self.attribute = nil }
        attributeName = TagName()
    }

    mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
        if treatment == .hashed {
            for byte in piece { hash = hash &* 31 &+ UInt64(byte) }
        } else if let attribute, !values.append(piece, to: attribute, limit: HTMLScanner.attributeLimit) {
            exceedsLimit = true
            self.attribute = nil
        }
    }

    /// Distinguishes elements that are ``HTMLElement/other``.
    @inline(__always) var nameHash: UInt32 { element == .other ? name.hash : 0 }

    /// The tag with the attributes that the tree construction needs.
    var startWithAttributes: StartTag {
        var start = StartTag(element: element, nameHash: nameHash, isSelfClosing: isSelfClosing)
        start.attributesHash = hash
        switch element {
        case .input: start.isHiddenInput = lowercased(.type) == "hidden"
        case .font: start.setsFont = [.color, .face, .size].contains { values[$0] != nil }
        case .annotationXML: start.holdsHTML = ["text/html", "application/xhtml+xml"].contains(lowercased(.encoding))
        default: break
        }
        return start
    }

    private func lowercased(_ attribute: HTMLAttribute) -> String? {
        values[attribute].map {
            String(decoding: CharacterReference.attributeValue(of: Array($0)).map(\.asciiLowercased), as: UTF8.self)
        }
    }
}

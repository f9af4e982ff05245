import Scanning

/// The tag that is being read: what is known of it so far.
struct TagBuilder: Sendable {
    /// What is done with the attributes.
    enum Attributes: Sendable {
        /// They are read over.
        case skipped
        /// A number is made of them.
        case hashed
        /// The known ones are kept.
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
    /// The attribute whose value is being read.
    private var attribute: HTMLAttribute?

    /// Starts a tag at the same offset.
    @inline(__always)
    mutating func begin(isEnd: Bool) {
        self.isEnd = isEnd
        endsText = false
        isSelfClosing = false
        name = TagName()
        treatment = .skipped
    }

    /// Says what is to be done with the attributes, which come now.
    mutating func treatAttributes(_ treatment: Attributes) {
        self.treatment = treatment
        attributeName = TagName()
        attribute = nil
        exceedsLimit = false
        hash = 0
        values.removeAll()
    }

    /// Takes the name that was read as an attribute with an empty value.
    mutating func endAttributeName(_ known: NameTable<HTMLAttribute>) {
        if treatment == .hashed { hash = hash &* 31 &+ UInt64(attributeName.hash) }
        attribute = known.value(of: attributeName)
        if let attribute, !values.begin(attribute) { self.attribute = nil }
        attributeName = TagName()
    }

    /// Appends bytes of the source to the attribute's value.
    mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
        if treatment == .hashed {
            for byte in piece { hash = hash &* 31 &+ UInt64(byte) }
        } else if let attribute,
            !values.append(piece, to: attribute, limit: HTMLScanner.attributeLimit)
        {
            exceedsLimit = true
            self.attribute = nil
        }
    }

    /// The number by which elements of ``HTMLElement/other`` are told apart.
    @inline(__always)
    var nameHash: UInt32 { element == .other ? name.hash : 0 }

    /// What the tree construction needs to know, attributes and all.
    var startWithAttributes: StartTag {
        var start = StartTag(element: element, nameHash: nameHash, isSelfClosing: isSelfClosing)
        start.attributesHash = hash
        switch element {
        case .input: start.isHiddenInput = lowercased(.type) == "hidden"
        case .font: start.setsFont = [.color, .face, .size].contains { values[$0] != nil }
        case .annotationXML:
            start.holdsHTML =
                ["text/html", "application/xhtml+xml"].contains(lowercased(.encoding))
        default: break
        }
        return start
    }

    private func lowercased(_ attribute: HTMLAttribute) -> String? {
        values[attribute].map {
            String(
                decoding: CharacterReference.attributeValue(of: Array($0)).map(\.asciiLowercased),
                as: UTF8.self)
        }
    }
}

/// The tag that is being read: what is known of it so far.
struct TagInProgress: Sendable {
    var isEnd = false
    var isSelfClosing = false
    var offset = 0
    var name = ShortName()
    var element = HTMLElement.other
    /// Whether the tag's attributes are kept.
    var keepsAttributes = false
    private(set) var attributes: [HTMLAttribute: [UInt8]] = [:]
    private(set) var exceedsLimit = false

    var attributeName = ShortName()
    private var attribute: HTMLAttribute?
    private var value: [UInt8] = []

    /// Starts a tag at the same offset.
    mutating func begin(isEnd: Bool) {
        self = TagInProgress(isEnd: isEnd, offset: offset)
    }

    private init(isEnd: Bool, offset: Int) {
        self.isEnd = isEnd
        self.offset = offset
    }

    init() {}

    /// Takes the name that was read as an attribute with an empty value, unless the tag has it
    /// already: of duplicates the first counts (HTML 13.2.5.33).
    mutating func endAttributeName() {
        defer { attributeName = ShortName() }
        attribute = nil
        guard keepsAttributes, let kept = HTMLAttribute(attributeName), attributes[kept] == nil
        else { return }
        attribute = kept
        attributes[kept] = []
    }

    /// Appends bytes of the source to the attribute's value.
    mutating func append(_ bytes: ArraySlice<UInt8>) {
        guard attribute != nil else { return }
        guard value.count + bytes.count <= HTMLScanner.attributeLimit else {
            exceedsLimit = true
            attribute = nil
            value = []
            return
        }
        value += bytes
    }

    /// Gives the attribute the value that was read.
    mutating func endValue() {
        guard let attribute else { return }
        attributes[attribute] = CharacterReference.attributeValue(of: value)
        self.attribute = nil
        value = []
    }
}

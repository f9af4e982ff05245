/// Finds the end tag of an element whose content is text, `</title` and its like
/// (HTML 13.2.5.9 to 13.2.5.14), wherever the input is cut.
struct EndTagFinder: Sendable {
    private let name: ShortName
    private var matched = 0

    /// Looks for the end tag with the given name.
    init(_ name: ShortName) {
        self.name = name
    }

    /// Reads up to the byte that ends the end tag's name.
    ///
    /// - Returns: whether there was an end tag.
    mutating func scan(_ input: inout ByteScanner) -> Bool {
        while let byte = input.peek {
            switch matched {
            case 0:
                input.scanUpTo(ASCII.lessThan)
                if input.scan(ASCII.lessThan) { matched = 1 }
                continue
            case 1 where byte == ASCII.slash:
                break
            case 2..<(name.count + 2) where byte.asciiLowercased == name[matched - 2]:
                break
            case name.count + 2 where ByteSet.tagNameEnd.contains(byte):
                return true
            default:
                // The byte may be the `<` of the next attempt, so it stays unread.
                matched = 0
                continue
            }
            matched += 1
            input.next()
        }
        return false
    }
}

extension ByteSet {
    /// What ends the name of a tag.
    static let tagNameEnd = ByteSet("\t\n\u{C}\r />")
}

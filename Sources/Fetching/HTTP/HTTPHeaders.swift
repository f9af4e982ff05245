/// The header fields of an HTTP message, in their order; a name may occur several times.
///
/// ```swift
/// response.headers["content-type"]   // "text/html; charset=utf-8"
/// ```
package struct HTTPHeaders: Sendable {
    /// The fields as they came.
    package let fields: [(name: String, value: String)]

    /// Takes the fields of a message.
    package init(_ fields: [(name: String, value: String)]) {
        self.fields = fields
    }

    /// The first value of a name, which may be in capitals or not (RFC 9110, section 5.1).
    package subscript(name: String) -> String? {
        fields.first { Self.areEqual($0.name, name) }?.value
    }

    /// All values of a name.
    package func values(of name: String) -> [String] {
        fields.filter { Self.areEqual($0.name, name) }.map(\.value)
    }

    /// Whether a message may have the field: a line end in it would begin another (RFC 9110, sections
    /// 5.5 and 5.6.2).
    static func isField(_ name: String, _ value: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(isTokenByte)
            && !value.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Whether two names of fields are the same.
    static func areEqual(_ one: String, _ other: String) -> Bool {
        one.utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension HTTPHeaders: Equatable {
    package static func == (one: HTTPHeaders, other: HTTPHeaders) -> Bool {
        one.fields.elementsEqual(other.fields) {
            areEqual($0.name, $1.name) && $0.value == $1.value
        }
    }
}

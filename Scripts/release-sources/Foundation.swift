// Takes the place of ArgumentParser's Utilities/Foundation.swift in a release. That file needs
// FoundationEssentials, a quarter of the program, only to write the description of the commands
// as JSON. This one writes the same bytes.

extension Error { func describe() -> String { String(describing: self) } }

enum JSONEncoder {
    static func encode<T: Encodable>(_ value: T) -> String {
        let root = JSONSlot()
        do { try value.encode(to: JSONSlotEncoder(slot: root, codingPath: [])) } catch { return "" }
        var text = ""
        root.write(to: &text, indentation: "")
        return text
    }
}

/// A value in the making.
private final class JSONSlot {
    enum Content {
        case token(String)
        case list([JSONSlot])
        case object([String: JSONSlot])
    }

    var content: Content = .object([:])

    /// Makes it a list, and adds an element.
    func append() -> JSONSlot {
        var elements: [JSONSlot] = []
        if case .list(let before) = content { elements = before }
        let element = JSONSlot()
        content = .list(elements + [element])
        return element
    }

    /// Makes it an object, and adds a member.
    func member(_ key: String) -> JSONSlot {
        var members: [String: JSONSlot] = [:]
        if case .object(let before) = content { members = before }
        let member = JSONSlot()
        members[key] = member
        content = .object(members)
        return member
    }

    static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "/": text += "\\/"
            case "\u{8}": text += "\\b"
            case "\u{c}": text += "\\f"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    func write(to text: inout String, indentation: String) {
        let inner = indentation + "  "
        switch content {
        case .token(let token): text += token
        case .list(let elements):
            text += "[\n"
            for (index, element) in elements.enumerated() {
                text += (index == 0 ? "" : ",\n") + inner
                element.write(to: &text, indentation: inner)
            }
            text += "\n" + indentation + "]"
        case .object(let members):
            text += "{\n"
            for (index, (key, member)) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                text += (index == 0 ? "" : ",\n") + inner + Self.quoted(key) + " : "
                member.write(to: &text, indentation: inner)
            }
            text += "\n" + indentation + "}"
        }
    }
}

private struct JSONSlotEncoder: Encoder {
    let slot: JSONSlot
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        slot.content = .object([:])
        return KeyedEncodingContainer(JSONMembers(slot: slot, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.content = .list([])
        return JSONElements(slot: slot, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { JSONToken(slot: slot, codingPath: codingPath) }
}

private struct JSONToken: SingleValueEncodingContainer {
    let slot: JSONSlot
    let codingPath: [any CodingKey]

    func encodeNil() { slot.content = .token("null") }
    func encode(_ value: Bool) { slot.content = .token(value ? "true" : "false") }
    func encode(_ value: String) { slot.content = .token(JSONSlot.quoted(value)) }
    func encode<T: Encodable & LosslessStringConvertible>(_ value: T) { slot.content = .token(value.description) }
    func encode<T: Encodable>(_ value: T) throws {
        try value.encode(to: JSONSlotEncoder(slot: slot, codingPath: codingPath))
    }
}

private struct JSONElements: UnkeyedEncodingContainer {
    let slot: JSONSlot
    let codingPath: [any CodingKey]
    var count: Int {
        if case .list(let elements) = slot.content { return elements.count }
        return 0
    }

    private func encoder() -> JSONSlotEncoder { JSONSlotEncoder(slot: slot.append(), codingPath: codingPath) }

    func encodeNil() { slot.append().content = .token("null") }
    func encode<T: Encodable>(_ value: T) throws { try value.encode(to: encoder()) }
    func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        encoder().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder() }
}

private struct JSONMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: JSONSlot
    let codingPath: [any CodingKey]

    private func encoder(_ key: String) -> JSONSlotEncoder {
        JSONSlotEncoder(slot: slot.member(key), codingPath: codingPath)
    }

    func encodeNil(forKey key: Key) { slot.member(key.stringValue).content = .token("null") }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try value.encode(to: encoder(key.stringValue)) }
    func nestedContainer<NestedKey>(keyedBy type: NestedKey.Type, forKey key: Key) -> KeyedEncodingContainer<NestedKey>
    { encoder(key.stringValue).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key.stringValue).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { encoder("super") }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key.stringValue) }
}

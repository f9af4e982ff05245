import DevtoolKit

/// The message that a server of Bazel's protocol keeps for a key, here with one file: a stored result as a whole.
///
/// Of `ActionResult` (Remote Execution API, version 2) it has `output_files` with `path` and `digest`, which is enough
/// for servers that check it.
struct ActionResult: Equatable {
    /// Of the file in `/cas`.
    var checksum: SHA256
    var size: Int64

    /// Tells this format from others, and from the results of other programs.
    private static let fileName = Array("devtool-result-1".utf8)

    var bytes: [UInt8] {
        let digest = Self.field(1, Array("\(checksum)".utf8)) + [2 << 3] + Self.varint(UInt64(size))
        return Self.field(2, Self.field(1, Self.fileName) + Self.field(2, digest))
    }

    /// `nil` if the bytes are not such a message, or it does not name a result.
    init?(bytes: [UInt8]) {
        let files = Self.fields(of: bytes[...])?.filter { $0.number == 2 }.compactMap { Self.fields(of: $0.bytes) }
        let digest = files?.first { file in file.contains { $0.number == 1 && $0.bytes == Self.fileName[...] } }?.first
        { $0.number == 2 }
        guard let parts = digest.flatMap({ Self.fields(of: $0.bytes) }),
            let hash = parts.first(where: { $0.number == 1 }),
            let checksum = SHA256(argument: String(decoding: hash.bytes, as: UTF8.self)),
            let size = parts.first(where: { $0.number == 2 }).flatMap({ Int64(exactly: $0.varint) })
        else { return nil }
        self.init(checksum: checksum, size: size)
    }

    init(checksum: SHA256, size: Int64) { (self.checksum, self.size) = (checksum, size) }

    private typealias Field = (number: UInt64, varint: UInt64, bytes: ArraySlice<UInt8>)

    private static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [number << 3 | 2] + varint(UInt64(bytes.count)) + bytes
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(truncatingIfNeeded: value) | 0x80] + varint(value >> 7)
    }

    /// The fields of a message in Protocol Buffers' encoding; `nil` if it is malformed or has groups.
    private static func fields(of message: ArraySlice<UInt8>) -> [Field]? {
        var fields: [Field] = []
        var rest = message
        while !rest.isEmpty {
            guard let key = readVarint(&rest) else { return nil }
            var field: Field = (key >> 3, 0, [])
            switch key & 7 {
            case 0:
                guard let value = readVarint(&rest) else { return nil }
                field.varint = value
            case 1, 2, 5:
                guard let length = key & 7 == 2 ? readVarint(&rest) : key & 7 == 1 ? 8 : 4, length <= rest.count else {
                    return nil
                }
                field.bytes = rest.prefix(Int(length))
                rest = rest.dropFirst(Int(length))
            default: return nil
            }
            fields.append(field)
        }
        return fields
    }

    private static func readVarint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: 0 as UInt64, to: 64, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }
}

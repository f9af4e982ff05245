import DevtoolKit

extension TaskFingerprint {
    /// Identifies the file format; any change needs a new number.
    private static let magic = Array("devtool fingerprint 2\n".utf8)

    /// In this machine's byte order, because caches are not shared between machines.
    var bytes: [UInt8] {
        var body = ByteWriter()
        body.append(identity)
        body.append(time)
        body.append(hasSucceeded ? 1 : 0 as UInt8)
        body.append(command)
        body.append(patterns)
        for list in [options, environment, needs] {
            body.append(list.count)
            for value in list {
                body.append(Array(value.name.utf8))
                body.append(value.checksum)
            }
        }
        body.append(sources)
        body.append(outputs)
        return body.sealed(as: Self.magic)
    }

    /// `nil` if the bytes are damaged, truncated or of another format.
    init?(bytes: [UInt8]) {
        guard var reader = ByteReader(bytes, sealedAs: Self.magic), let identity = reader.read(SHA256.self),
            let time = reader.read(Int64.self), let hasSucceeded = reader.read(UInt8.self), hasSucceeded <= 1,
            let command = reader.read(SHA256.self), let patterns = reader.read(SHA256.self),
            let options = reader.readNamedChecksums(), let environment = reader.readNamedChecksums(),
            let needs = reader.readNamedChecksums(), let sources = reader.readFiles(), let outputs = reader.readFiles(),
            reader.rest.isEmpty
        else { return nil }
        (self.identity, self.time, self.command) = (identity, time, command)
        (self.patterns, self.options, self.environment) = (patterns, options, environment)
        (self.hasSucceeded, self.sources) = (hasSucceeded == 1, sources)
        (self.needs, self.outputs) = (needs, outputs)
    }
}

extension ByteReader {
    fileprivate mutating func readNamedChecksums() -> [NamedChecksum]? {
        guard let count = read(Int.self) else { return nil }
        var values: [NamedChecksum] = []
        // If the count is too large, reading fails at the end of the bytes.
        while values.count < count {
            guard let name = readArray(of: UInt8.self), let checksum = read(SHA256.self) else { return nil }
            values.append(NamedChecksum(name: String(decoding: name, as: UTF8.self), checksum: checksum))
        }
        // Names are sorted and unique.
        let isSorted = zip(values, values.dropFirst()).allSatisfy { $0.name < $1.name }
        return count >= 0 && isSorted ? values : nil
    }
}

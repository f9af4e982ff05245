import DevtoolKit

extension TaskFingerprint {
    /// What a file with a fingerprint begins with; a new form gets a new number.
    private static let magic = Array("devtool fingerprint 2\n".utf8)

    /// The fingerprint as it is stored.
    ///
    /// Numbers are those of this machine: a cache is not for another one.
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

    /// Reads a stored fingerprint; nil if it is damaged, of another form or cut off.
    init?(bytes: [UInt8]) {
        guard var reader = ByteReader(bytes, sealedAs: Self.magic),
            let identity = reader.read(SHA256.self), let time = reader.read(Int64.self),
            let hasSucceeded = reader.read(UInt8.self), hasSucceeded <= 1,
            let command = reader.read(SHA256.self), let patterns = reader.read(SHA256.self),
            let options = reader.readNamedChecksums(),
            let environment = reader.readNamedChecksums(),
            let needs = reader.readNamedChecksums(),
            let sources = reader.readFiles(), let outputs = reader.readFiles(), reader.rest.isEmpty
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
        // A count that is too large ends with the bytes.
        while values.count < count {
            guard let name = readArray(of: UInt8.self), let checksum = read(SHA256.self)
            else { return nil }
            values.append(
                NamedChecksum(name: String(decoding: name, as: UTF8.self), checksum: checksum))
        }
        // Names come once, in order, as they were written.
        let isSorted = zip(values, values.dropFirst()).allSatisfy { $0.name < $1.name }
        return count >= 0 && isSorted ? values : nil
    }
}

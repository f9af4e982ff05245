import DevtoolKit

/// What a stored result consists of: the task's outputs by their paths from its folder.
struct ResultManifest: Equatable {
    /// A file that is an output.
    enum Kind: Sendable, Equatable {
        /// A file with its permissions, which is stored under its number.
        case file(mode: UInt16)
        /// A symbolic link with what it says; what it leads to is not stored.
        case link([UInt8])
    }

    /// The outputs with their checksums; the marks are those of the stored files.
    var outputs: SourceList
    var kinds: [Kind]

    /// What a file with a manifest begins with; a new form gets a new number.
    private static let magic = Array("devtool result 1\n".utf8)
}

extension ResultManifest {
    /// How many bytes the stored files have.
    var size: Int64 { outputs.marks.reduce(0) { $0 &+ $1.size } }

    /// The manifest as it is stored.
    var bytes: [UInt8] {
        var body = ByteWriter()
        body.append(outputs)
        for kind in kinds {
            switch kind {
            case .file(let mode): body.append(mode)
            case .link(let target):
                body.append(UInt16.max)
                body.append(target)
            }
        }
        return body.sealed(as: Self.magic)
    }

    /// Reads a stored manifest; nil if it is damaged, of another form, cut off, or not as devtool writes them.
    init?(bytes: [UInt8]) {
        guard var reader = ByteReader(bytes, sealedAs: Self.magic),
            let outputs = reader.readFiles(),
            outputs.isOfWalk
        else { return nil }
        self.outputs = outputs
        kinds = []
        while kinds.count < outputs.count {
            guard let mode = reader.read(UInt16.self) else { return nil }
            if mode & ~0o777 == 0 {
                kinds.append(.file(mode: mode))
            } else if mode == .max, let target = reader.readArray(of: UInt8.self),
                !target.contains(0)
            {
                kinds.append(.link(target))
            } else {
                return nil
            }
        }
        if !reader.rest.isEmpty { return nil }
    }
}

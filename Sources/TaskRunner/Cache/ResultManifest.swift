import DevtoolKit
import Glibc

/// The outputs of a stored result, by their paths relative to the task's folder.
struct ResultManifest: Equatable {
    enum Kind: Sendable, Equatable {
        /// A file with its permissions; its content is stored in a file named by its index.
        case file(mode: UInt16)
        /// A symbolic link with its target, whose content is not stored.
        case link([UInt8])
    }

    /// The outputs with their checksums, and the marks of the stored files.
    var outputs: SourceList
    var kinds: [Kind]

    /// Identifies the file format; any change needs a new number.
    private static let magic = Array("devtool result 1\n".utf8)
}

extension ResultManifest {
    var size: Int64 { outputs.marks.reduce(0) { $0 &+ $1.size } }

    /// The same outputs, with the sizes of their files only, which are the same on every machine.
    var withoutTimes: ResultManifest {
        let marks = outputs.marks.map { mark in
            var status = stat()
            status.st_size = Int(mark.size)
            return FileMark(status)
        }
        let outputs = SourceList(paths: outputs.paths, ends: outputs.ends, marks: marks, checksums: outputs.checksums)
        return ResultManifest(outputs: outputs ?? SourceList(), kinds: kinds)
    }

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

    /// `nil` if the file is damaged, truncated, or of another format.
    init?(bytes: [UInt8]) {
        guard var reader = ByteReader(bytes, sealedAs: Self.magic), let outputs = reader.readFiles(), outputs.isOfWalk
        else { return nil }
        self.outputs = outputs
        kinds = []
        while kinds.count < outputs.count {
            guard let mode = reader.read(UInt16.self) else { return nil }
            if mode & ~0o777 == 0 {
                kinds.append(.file(mode: mode))
            } else if mode == .max, let target = reader.readArray(of: UInt8.self), !target.contains(0) {
                kinds.append(.link(target))
            } else {
                return nil
            }
        }
        if !reader.rest.isEmpty { return nil }
    }
}

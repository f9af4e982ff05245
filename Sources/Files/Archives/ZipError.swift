package enum ZipError: Error, Hashable, CustomStringConvertible {
    case notAnArchive
    /// The structure is inconsistent or exceeds the file.
    case damaged
    /// Encrypted, multipart, larger than 4 GB, or otherwise rare.
    case unsupported(String)
    /// An entry's contents do not match the directory.
    case damagedEntry(String)
    case noLibrary

    /// Follows a colon in messages.
    package var description: String {
        switch self {
        case .notAnArchive: "it is not a zip archive or is truncated"
        case .damaged: "it is damaged"
        case .unsupported(let what): "it is \(what), which devtool cannot read"
        case .damagedEntry(let name): "the entry '\(name)' is damaged"
        case .noLibrary: "zlib is not installed"
        }
    }
}

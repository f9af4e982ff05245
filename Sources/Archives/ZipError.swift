/// Why an archive, or an entry of it, cannot be read.
package enum ZipError: Error, Hashable, CustomStringConvertible {
    /// It does not end as a zip archive does.
    case notAnArchive
    /// What it says of itself is not so: a part lies outside of the file, or two parts differ.
    case damaged
    /// It uses what only few archives do: it is encrypted, or in several parts, or over 4 GB.
    case unsupported(String)
    /// An entry does not unpack to what the archive says of it.
    case damagedEntry(String)
    /// zlib, which unpacks it, is not installed.
    case noLibrary

    /// The reason, to follow a colon.
    package var description: String {
        switch self {
        case .notAnArchive: "it is not a zip archive, or its end is missing"
        case .damaged: "it is damaged"
        case .unsupported(let what): "it is \(what), which devtool cannot read"
        case .damagedEntry(let name): "the entry '\(name)' is damaged"
        case .noLibrary: "zlib is not installed"
        }
    }
}

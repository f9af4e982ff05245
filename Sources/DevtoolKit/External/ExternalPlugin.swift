import SystemPackage

/// A command that is a program of its own, in any language: `devtool NAME` runs `devtool-NAME`, and so does
/// every other suite, so that a plugin adds its command to all of them.
package struct ExternalPlugin: Hashable, Sendable {
    /// What the names of all such programs begin with.
    package static let prefix = "devtool-"

    let name: String
    let path: FilePath

    /// The program of this name in a folder, whether it is there or not.
    init(name: String, in folder: FilePath) {
        self.name = name
        path = folder.appending(Self.prefix + name)
    }

    /// The plugin that a path names by its last component; nil when that names none.
    init?(path: FilePath) {
        guard let file = path.lastComponent?.string, file.hasPrefix(Self.prefix) else { return nil }
        name = String(file.dropFirst(Self.prefix.count))
        self.path = path
        guard Self.isName(name) else { return nil }
    }

    /// Whether a word can name a command.
    ///
    /// It has lower-case letters, digits and hyphens, and does not begin with a hyphen. No such word leaves a folder, is an option, or has a file type.
    package static func isName(_ word: String) -> Bool {
        guard let first = word.utf8.first, first != UInt8(ascii: "-") else { return false }
        return word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}

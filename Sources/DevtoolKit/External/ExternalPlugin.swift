import SystemPackage

/// A command that is a separate program: `devtool NAME` runs `devtool-NAME`.
///
/// Every suite runs the same programs, so a plugin adds its command to all of them.
package struct ExternalPlugin: Hashable, Sendable {
    package static let prefix = "devtool-"

    let name: String
    let path: FilePath

    /// The program may not exist.
    init(name: String, in folder: FilePath) {
        self.name = name
        path = folder.appending(Self.prefix + name)
    }

    /// The plugin at this path; `nil` if the file name is not that of a plugin.
    init?(path: FilePath) {
        guard let file = path.lastComponent?.string, file.hasPrefix(Self.prefix) else { return nil }
        name = String(file.dropFirst(Self.prefix.count))
        self.path = path
        guard Self.isName(name) else { return nil }
    }

    /// Whether a word is a valid command name: lower-case letters, digits and hyphens, and no hyphen first.
    ///
    /// Such a word cannot leave a folder, is not an option, and has no file extension.
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

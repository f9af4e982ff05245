import Scanning
import SystemPackage

/// A separate program that adds a command to all suites: `devtool NAME` runs `devtool-NAME`.
package struct ExternalPlugin: Hashable, Sendable {
    package static let prefix = "devtool-"

    let name: String
    let path: FilePath

    init(name: String, in folder: FilePath) {
        self.name = name
        path = folder.appending(Self.prefix + name)
    }

    init?(path: FilePath) {
        guard let file = path.lastComponent?.string, file.hasPrefix(Self.prefix) else { return nil }
        name = String(file.dropFirst(Self.prefix.count))
        self.path = path
        guard Self.isName(name) else { return nil }
    }

    /// Allows lower-case letters, digits and inner hyphens: such a name cannot leave a folder, be an option, or have an
    /// extension.
    package static func isName(_ word: String) -> Bool {
        guard let first = word.utf8.first, first != UInt8(ascii: "-") else { return false }
        return word.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte.isASCIIDigit || byte == UInt8(ascii: "-")
        }
    }
}

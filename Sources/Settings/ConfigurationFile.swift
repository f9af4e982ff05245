package import Files
package import Reporting
package import SystemPackage
package import YAML

/// A parsed `devtool.yml` or user configuration, with its text for messages.
package struct ConfigurationFile: Sendable {
    package static let name = "devtool.yml"
    /// The alternative name; a folder with both is an error.
    package static let otherName = "devtool.yaml"
    /// The key whose empty list leaves `.env` to other tools.
    static let dotenvKey = "dotenv"
    /// In bytes.
    package static let sizeLimit = 16 << 20

    package let path: FilePath
    /// `nil` for an empty file.
    let root: YAMLNode?
    package let shownAs: String
    let layer: Layer
    private let bytes: [UInt8]
    private let text: ShownText

    enum Layer: Sendable {
        case project
        case user
    }

    package static func locate(explicit: String?, from directory: FilePath) -> FilePath? {
        named(explicit, from: directory) ?? nearest(to: directory)
    }

    static func named(_ name: String?, from directory: FilePath) -> FilePath? {
        guard let name, !name.isEmpty else { return nil }
        return FilePath(name).absolute(in: directory)
    }

    /// The file in the folder or the nearest folder above.
    ///
    /// An unreadable file is returned, too, and is an error later; ignoring it would apply another project's file.
    package static func nearest(to directory: FilePath) -> FilePath? {
        var folder = directory
        repeat {
            for name in [name, otherName] {
                let candidate = folder.appending(name)
                if candidate.isTaken { return candidate }
            }
        } while folder.removeLastComponent()
        return nil
    }

    /// Rejects a `devtool.yml` next to a `devtool.yaml`, because one of them would be ignored.
    package static func refuseOther(beside path: FilePath, shownAs shown: String) throws {
        guard path.lastComponent?.string == name, path.containingFolder.appending(otherName).isTaken else { return }
        throw ConfigurationError(
            Diagnostic(
                "'\(otherName)' exists next to '\(shown)'", hint: "remove one of them, or specify one with --config"))
    }

    /// Reads and parses the file, and throws ``ConfigurationError`` if it is unreadable or not YAML.
    ///
    /// A path that the user typed (`isTyped`) may be a pipe. Lines with `secretKeys` are not shown in messages.
    init(
        path: FilePath, isTyped: Bool = false, shownAs: String, layer: Layer = .project,
        hiding secretKeys: [String] = []
    ) throws(ConfigurationError) {
        let bytes: [UInt8]
        do { bytes = try path.contents(upTo: Self.sizeLimit, isTyped: isTyped) } catch {
            throw ConfigurationError(Diagnostic("cannot read '\(shownAs)': \(error)"))
        }
        self.path = path
        self.shownAs = shownAs
        self.layer = layer
        self.bytes = bytes
        let text = ShownText(bytes, file: shownAs, hiding: secretKeys)
        self.text = text
        do { root = try YAMLParser.parse(bytes) } catch {
            throw ConfigurationError(
                Diagnostic(
                    "not valid YAML: \(error.message)", at: text.location(line: error.line, column: error.column),
                    hint: error.hint))
        }
        // Only an escape can create NUL, and few files have escapes.
        if bytes.contains(UInt8(ascii: "\\")), let node = root?.firstWithZero {
            throw ConfigurationError(
                Diagnostic(
                    "a string cannot contain a zero byte", at: text.location(line: node.line, column: node.column)))
        }
    }

    /// Of the bytes that were read.
    package var checksum: SHA256 { SHA256(of: bytes) }

    package var directory: FilePath { path.containingFolder }

    var hasNoDotenv: Bool {
        guard case .mapping(let pairs)? = root?.value,
            case .sequence(let files)? = pairs.last(where: { $0.key.text == Self.dotenvKey })?.value.value
        else { return false }
        return files.isEmpty
    }

    package func location(of node: YAMLNode) -> SourceLocation { text.location(line: node.line, column: node.column) }

    /// The location of the `${` with this ordinal in a scalar, or else of the scalar.
    package func location(ofReference ordinal: Int, in node: YAMLNode) -> SourceLocation {
        guard let place = text.place(ofReference: ordinal, in: node) else { return location(of: node) }
        return text.location(line: place.line, column: place.column)
    }

    package func origin(of node: YAMLNode) -> Origin {
        switch layer {
        case .project: .project(location(of: node))
        case .user: .user(location(of: node))
        }
    }
}

extension YAMLNode {
    /// The first string that contains NUL, which arguments, variables and paths cannot contain.
    fileprivate var firstWithZero: YAMLNode? {
        switch value {
        case .scalar(let text, _): text.utf8.contains(0) ? self : nil
        case .sequence(let items): items.lazy.compactMap(\.firstWithZero).first
        case .mapping(let pairs): pairs.lazy.compactMap { $0.key.firstWithZero ?? $0.value.firstWithZero }.first
        }
    }
}

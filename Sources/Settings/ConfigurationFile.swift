package import Reporting
package import SystemPackage
package import YAML

/// A `devtool.yml`, or the user's own configuration: its text, so that messages can show lines of it, and
/// its root.
package struct ConfigurationFile: Sendable {
    /// The name that is looked for.
    package static let name = "devtool.yml"
    /// The other one; a folder with both is an error.
    package static let otherName = "devtool.yaml"
    /// The most bytes of a file that are read.
    static let sizeLimit = 16 << 20

    package let path: FilePath
    /// The root of the document; nil when the file holds nothing.
    let root: YAMLNode?
    /// The path as the user would type it.
    package let shownAs: String
    /// Which layer its values are of.
    let layer: Layer
    private let text: ShownText

    /// The layers that are files like this.
    enum Layer: Sendable {
        case project
        case user
    }

    /// Finds the file: the one named explicitly, else the nearest.
    package static func locate(explicit: String?, from directory: FilePath) -> FilePath? {
        named(explicit, from: directory) ?? nearest(to: directory)
    }

    /// The file that `--config` or `DEVTOOL_CONFIG` names; nil if neither is set.
    static func named(_ name: String?, from directory: FilePath) -> FilePath? {
        guard let name, !name.isEmpty else { return nil }
        return FilePath(name).absolute(in: directory)
    }

    /// The file in a folder, or in the nearest above it that has one; what has its name and cannot be read is an error
    /// later, as another project would count otherwise.
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

    /// Refuses a file that was found beside one with the other name: one of them would be read by nobody.
    ///
    /// - Throws: ``ConfigurationError``.
    package static func refuseOther(beside path: FilePath, shownAs shown: String) throws {
        guard path.lastComponent?.string == name,
            path.containingFolder.appending(otherName).isTaken
        else { return }
        throw ConfigurationError(
            Diagnostic(
                "there is a '\(otherName)' beside '\(shown)'",
                hint: "remove one of them, or name one with --config"))
    }

    /// Reads and parses the file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - isTyped: whether the user has typed the path, which may then be a pipe.
    ///   - shownAs: its name as the user would type it.
    ///   - layer: which layer its values are of.
    ///   - secretKeys: the keys whose lines are not to be shown.
    /// - Throws: ``ConfigurationError`` when there is no such file, or when it is not YAML.
    init(
        path: FilePath, isTyped: Bool = false, shownAs: String, layer: Layer = .project,
        hiding secretKeys: [String] = []
    ) throws {
        let bytes: [UInt8]
        do {
            bytes = try path.contents(upTo: Self.sizeLimit, isTyped: isTyped)
        } catch {
            throw ConfigurationError(Diagnostic("cannot read '\(shownAs)': \(error)"))
        }
        self.path = path
        self.shownAs = shownAs
        self.layer = layer
        let text = ShownText(bytes, file: shownAs, hiding: secretKeys)
        self.text = text
        do {
            root = try YAMLParser.parse(bytes)
        } catch {
            throw ConfigurationError(
                Diagnostic(
                    "not valid YAML: \(error.message)",
                    at: text.location(line: error.line, column: error.column),
                    hint: text.hasReference(line: error.line)
                        ? "inside [ ] and { } a value with ${ needs quotes" : error.hint))
        }
        // Only an escape stands for one, and hardly any file has these.
        if bytes.contains(UInt8(ascii: "\\")), let node = root?.firstWithZero {
            throw ConfigurationError(
                Diagnostic(
                    "a text cannot hold a zero byte",
                    at: text.location(line: node.line, column: node.column)))
        }
    }

    /// The folder that relative paths in the file refer to.
    package var directory: FilePath { path.containingFolder }

    /// Whether its tasks read no file with variables: `dotenv: []`.
    var hasNoDotenv: Bool {
        guard case .mapping(let pairs)? = root?.value,
            case .sequence(let files)? = pairs.last(where: { $0.key.text == "dotenv" })?.value.value
        else { return false }
        return files.isEmpty
    }

    /// The place where a node begins, with its line.
    package func location(of node: YAMLNode) -> SourceLocation {
        text.location(line: node.line, column: node.column)
    }

    /// The place of a `${` in a scalar, given how many others stand before it; that of the scalar where
    /// there are not so many.
    package func location(ofReference ordinal: Int, in node: YAMLNode) -> SourceLocation {
        guard let place = text.place(ofReference: ordinal, in: node) else {
            return location(of: node)
        }
        return text.location(line: place.line, column: place.column)
    }

    /// Where the value of a node comes from.
    package func origin(of node: YAMLNode) -> Origin {
        switch layer {
        case .project: .project(location(of: node))
        case .user: .user(location(of: node))
        }
    }
}

extension YAMLNode {
    /// The first text in it with a zero byte, which no argument, variable or path can hold.
    fileprivate var firstWithZero: YAMLNode? {
        switch value {
        case .scalar(let text, _): text.utf8.contains(0) ? self : nil
        case .sequence(let items): items.lazy.compactMap(\.firstWithZero).first
        case .mapping(let pairs):
            pairs.lazy.compactMap { $0.key.firstWithZero ?? $0.value.firstWithZero }.first
        }
    }
}

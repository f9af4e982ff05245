package import DevtoolKit

/// A file with tasks, shared by everything read from it.
package final class TaskFile: Sendable {
    /// The file.
    package let file: ConfigurationFile

    /// Wraps a file that has been read.
    package init(_ file: ConfigurationFile) {
        self.file = file
    }
}

/// The place of a part of a task; the location, with the line to show, is computed on demand, since
/// only messages need it.
package struct TaskPlace: Sendable {
    fileprivate let node: YAMLNode
    fileprivate let file: TaskFile

    /// The place of a node.
    package init(_ node: YAMLNode, in file: TaskFile) {
        self.node = node
        self.file = file
    }

    /// The place, for messages.
    package var location: SourceLocation { file.file.location(of: node) }

    /// The place of a `${` in the node, given the number of those before it.
    package func location(ofReference ordinal: Int) -> SourceLocation {
        file.file.location(ofReference: ordinal, in: node)
    }

    /// Where a setting that is given here comes from.
    package var origin: Origin { file.file.origin(of: node) }

    /// The file's name as the user would type it.
    var fileName: String { file.file.shownAs }

    /// The line, for messages that name another place.
    var line: String { "\(file.file.shownAs):\(node.line)" }
}

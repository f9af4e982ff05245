package import DevtoolKit

/// A file with tasks, shared by everything read from it.
package final class TaskFile: Sendable {
    package let file: ConfigurationFile

    package init(_ file: ConfigurationFile) { self.file = file }
}

/// A place in a file with tasks, whose location is computed on demand, since only messages need it.
package struct TaskPlace: Sendable {
    fileprivate let node: YAMLNode
    fileprivate let file: TaskFile

    package init(_ node: YAMLNode, in file: TaskFile) {
        self.node = node
        self.file = file
    }

    package var location: SourceLocation { file.file.location(of: node) }

    /// The location of a reference in the node, given the number of references before it.
    package func location(ofReference ordinal: Int) -> SourceLocation {
        file.file.location(ofReference: ordinal, in: node)
    }

    package var origin: Origin { file.file.origin(of: node) }

    var fileName: String { file.file.shownAs }

    var line: String { "\(file.file.shownAs):\(node.line)" }
}

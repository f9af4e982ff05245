import YAML

/// A Taskfile that has been read, before it is converted (Task, "Taskfile Schema Reference", version 3).
struct TaskfileUnit: SourceUnit {
    let path: String
    let namespace: String
    let root: YAMLNode
    let text: String
    /// How it is included; nil for the first one.
    var inclusion: Inclusion?
    var includes: [Include] = []

    /// How a file is included.
    struct Inclusion {
        /// The folder that its tasks run in, relative to that of the first Taskfile; nil for the latter.
        var dir: String?
        var isInternal = false
        var variables: [(name: String, value: YAMLNode, line: Int)] = []
    }

    /// An entry of `includes`.
    struct Include {
        let namespace: String
        let node: YAMLNode
        /// Its key's line in the file, from 1.
        let line: Int
        /// The file in the tree; nil where it could not be read, with the reason.
        var unit: Int?
        var problem: String?
        var isFlattened = false
    }

    var tasks: [(key: YAMLNode, name: String, value: YAMLNode)] { root["tasks"]?.pairs ?? [] }

    var variableNames: Set<String> {
        Set((root["vars"]?.pairs.map(\.name) ?? []) + (inclusion?.variables.map(\.name) ?? []))
    }
}

import YAML

/// A Taskfile that has been read, before it is converted (Task, "Taskfile Schema Reference", version 3).
struct TaskfileUnit {
    /// Its path, relative to the folder of the first Taskfile.
    let path: String
    /// What its tasks' names begin with in other files: empty, or as `docs:`.
    let namespace: String
    let root: YAMLNode
    let text: String
    /// How it is included; nil for the first one.
    var inclusion: Inclusion?
    /// The files that it includes, in its order.
    var includes: [Include] = []

    /// How a file is included.
    struct Inclusion {
        /// The folder that its tasks run in, relative to that of the first Taskfile; nil for the latter.
        var dir: String?
        var isInternal = false
        /// Variables for it.
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

    /// Its folder, relative to that of the first Taskfile; empty for the same.
    var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }

    /// The name of the file.
    var fileName: String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Its tasks with their names.
    var tasks: [(key: YAMLNode, name: String, value: YAMLNode)] { root["tasks"]?.pairs ?? [] }

    /// The variables of the file.
    var variableNames: Set<String> {
        Set((root["vars"]?.pairs.map(\.name) ?? []) + (inclusion?.variables.map(\.name) ?? []))
    }
}

/// Paths relative to a folder.
enum RelativePath {
    /// The path with `.` and `..` resolved; nil where it leaves the folder.
    static func normalized(_ path: String) -> String? {
        var parts: [Substring] = []
        for part in path.split(separator: "/") {
            switch part {
            case ".": break
            case "..":
                if parts.popLast() == nil { return nil }
            default: parts.append(part)
            }
        }
        return path.hasPrefix("/") ? nil : parts.joined(separator: "/")
    }

    /// A path in a folder.
    static func joined(_ folder: String, _ path: String) -> String? {
        normalized(folder.isEmpty ? path : "\(folder)/\(path)")
    }

    /// The path from one folder to something else, both relative to the same folder.
    static func path(from folder: String, to path: String) -> String {
        var start = folder.split(separator: "/")
        var end = path.split(separator: "/")
        while let first = start.first, first == end.first, end.count > 1 {
            start.removeFirst()
            end.removeFirst()
        }
        return (start.map { _ in ".." } + end).joined(separator: "/")
    }
}

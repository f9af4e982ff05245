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

    /// The folder that a path leads to something in; empty for the one that it begins in.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }
}

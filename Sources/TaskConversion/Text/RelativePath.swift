enum RelativePath {
    /// Resolves `.` and `..`; `nil` if the path leaves the folder.
    static func normalized(_ path: String) -> String? {
        var parts: [Substring] = []
        for part in path.split(separator: "/") {
            switch part {
            case ".": break
            case "..": if parts.popLast() == nil { return nil }
            default: parts.append(part)
            }
        }
        return path.hasPrefix("/") ? nil : parts.joined(separator: "/")
    }

    static func joined(_ folder: String, _ path: String) -> String? {
        normalized(folder.isEmpty ? path : "\(folder)/\(path)")
    }

    static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }

    static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }
}

package enum SourceKind: String, CaseIterable, Sendable {
    case taskfile, justfile, makefile, packageJSON, gruntfile

    package init?(fileName name: String) {
        let lowercased = name.lowercased()
        switch lowercased {
        case "package.json": self = .packageJSON
        case "justfile", ".justfile": self = .justfile
        case "makefile", "gnumakefile": self = .makefile
        case "gruntfile.js", "gruntfile.cjs": self = .gruntfile
        case "taskfile.yml", "taskfile.yaml", "taskfile.dist.yml", "taskfile.dist.yaml": self = .taskfile
        default:
            if lowercased.hasSuffix(".mk") {
                self = .makefile
            } else if lowercased.hasSuffix(".just") {
                self = .justfile
            } else {
                return nil
            }
        }
    }

    package var name: String {
        switch self {
        case .taskfile: "Taskfile.yml"
        case .justfile: "justfile"
        case .makefile: "Makefile"
        case .packageJSON: "package.json"
        case .gruntfile: "Gruntfile.js"
        }
    }

    package static var names: String {
        let names = allCases.map(\.name)
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
}

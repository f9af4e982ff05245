import DevtoolKit
import Shell
import SystemPackage
import URLs

extension TaskReader {
    /// Reads a task with its targets; `nil` if its name is invalid.
    ///
    /// `namespace` is the prefix of its name, including the trailing colon.
    mutating func entry(_ key: ConfigurationValidator.Key, _ node: YAMLNode, namespace: String, in scope: TaskFileScope)
        -> TaskEntry?
    {
        guard isName(key, of: Self.task) else { return nil }
        let path = "tasks.\(key.text)"
        let name = namespace + key.text
        let count = validator.findings.count
        let keys = keys(node, path: path)
        let aliases = keys.aliases.filter { alias in
            if Self.isTaskName(alias.text) { return true }
            validator.findings.append(Self.badName(alias.text, of: Self.task, at: alias.location))
            return false
        }
        var definitions: [TaskDefinition] = []
        if let targets = keys.targets {
            let entries = validator.entries(of: targets, in: "\(path).targets")
            if entries.isEmpty, validator.findings.count == count {
                validator.report("'\(path).targets' has no targets", at: targets)
            }
            for (target, node) in entries where isName(target, of: "a target") {
                let targetPath = "\(path).targets.\(target.text)"
                let own = self.keys(node, path: targetPath, known: TaskKey.ofTargets)
                definitions.append(
                    definition(
                        keys.under(own), name: "\(name):\(target.text)", namespace, target, scope, path: targetPath,
                        hasFindings: validator.findings.count > count))
            }
        } else {
            definitions = [
                definition(
                    keys, name: name, namespace, key, scope, path: path, hasFindings: validator.findings.count > count)
            ]
        }
        return TaskEntry(
            name: name, aliases: aliases.map { namespace + $0.text }, definitions: definitions,
            description: keys.description, place: place(key.node))
    }

    private mutating func definition(
        _ keys: TaskKeys, name: String, _ namespace: String, _ key: ConfigurationValidator.Key, _ scope: TaskFileScope,
        path: String, hasFindings: Bool
    ) -> TaskDefinition {
        // After another error, the action may be missing because it was malformed.
        if !keys.doesSomething, !hasFindings {
            validator.report(
                "'\(path)' does nothing", at: key.node,
                hint: "add 'run', 'needs', 'finally' or a command such as 'migrate'")
        }
        return TaskDefinition(
            keys, name: name, namespace: String(namespace.dropLast()), place: place(key.node), file: scope)
    }

    mutating func includes(_ node: YAMLNode) -> [TaskInclude] {
        if case .sequence = node.value {
            validator.report(
                "'includes' must be a mapping, not \(node.kind)", at: node,
                hint: "write includes: {NAME: FILE}; its tasks are then called NAME:TASK")
            return []
        }
        return validator.entries(of: node, in: "includes").compactMap { key, value in
            isName(key, of: "a namespace") ? include(key.text, value) : nil
        }
    }

    private mutating func include(_ namespace: String, _ node: YAMLNode) -> TaskInclude? {
        let path = "includes.\(namespace)"
        var name: (text: String, node: YAMLNode)?
        var (url, checksum): (WebURL?, SHA256?)
        var isOptional = false
        var folder: String?
        var variables: [TaskVariable] = []
        if case .mapping = node.value {
            var keys: Set<TaskKey.Include> = []
            for (key, value, path) in entries(of: node, in: path, by: TaskKey.Include.self) {
                keys.insert(key)
                switch key {
                case .file: name = validator.string(value, path: path).map { ($0, value) }
                case .url:
                    guard let text = validator.string(value, path: path) else { continue }
                    name = (SharedFile.path(of: namespace), value)
                    url = WebURL(text).flatMap { $0.userInfo.isEmpty ? $0 : nil }
                    if url == nil {
                        validator.report("'\(path)' must be an http or https URL without a user name", at: value)
                    }
                case .sha256:
                    guard let text = validator.string(value, path: path) else { continue }
                    checksum = SHA256(argument: text)
                    if checksum == nil {
                        validator.report("'\(path)' must be a checksum of 64 hexadecimal digits", at: value)
                    }
                case .optional: isOptional = boolean(value, path: path) ?? false
                case .dir: folder = validator.string(value, path: path)
                case .variables: variables = self.variables(value, path: path)
                }
            }
            keys.formIntersection([.file, .url, .sha256])
            if keys.isEmpty {
                validator.report("missing 'file' in '\(path)'", at: node)
            } else if keys != [.file], keys != [.url, .sha256] {
                validator.report("'\(path)' must have either 'file' or both 'url' and 'sha256'", at: node)
                return nil
            } else if keys != [.file], url == nil || checksum == nil {
                return nil
            }
        } else {
            name = validator.string(node, path: path, expected: "a file or a mapping").map { ($0, node) }
        }
        let shared = url.flatMap { url in checksum.map { SharedFile(url: url, checksum: $0) } }
        // Paths in a file of the web do not start from the folder that it is kept in.
        let directory =
            folder.map { FilePath($0).absolute(in: file.file.directory) } ?? (shared == nil ? nil : file.file.directory)
        return name.map { name in
            TaskInclude(
                namespace: namespace, path: FilePath(name.text).absolute(in: file.file.directory), shownAs: name.text,
                shared: shared, isOptional: isOptional, directory: directory, variables: variables,
                place: place(name.node))
        }
    }

    private mutating func isName(_ key: ConfigurationValidator.Key, of thing: String) -> Bool {
        if thing == Self.task ? Self.isTaskName(key.text) : Self.isName(key.text) { return true }
        let location = file.file.location(of: key.node)
        validator.findings.append(Self.badName(key.text, of: thing, at: location))
        return false
    }

    private static let task = "a task"

    static func isTaskName(_ word: String) -> Bool {
        guard word.utf8.contains(UInt8(ascii: ":")) else { return isName(word) }
        return word.split(separator: ":", omittingEmptySubsequences: false).allSatisfy { isName(String($0)) }
    }

    static func isName(_ word: String) -> Bool {
        guard let first = word.unicodeScalars.first, first != "-" else { return false }
        return word.unicodeScalars.allSatisfy { $0.isWord || $0 == "-" || $0 == "." }
    }

    private static func badName(_ name: String, of thing: String, at location: SourceLocation) -> Diagnostic {
        Diagnostic(
            "'\(name)' is not a valid name for \(thing)", at: location,
            hint: "use only ASCII letters, digits, '_', '-' and '.'"
                + (thing == task ? ", with ':' between two names" : "") + "; do not begin with '-'")
    }
}

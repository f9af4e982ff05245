import DevtoolKit
import Synchronization
import SystemPackage

/// Finds the programs of tasks, and caches their paths.
///
/// A failed search is repeated, because a task may have created the program in the meantime.
final class ProgramSearch: Sendable {
    private struct Found {
        /// The last `PATH`, which is usually that of all tasks.
        private var path = ""
        private var programs: [String: FilePath] = [:]
        private var others: [String: [String: FilePath]] = [:]

        subscript(path: String, name: String) -> FilePath? {
            mutating get {
                use(path)
                return programs[name]
            }
            set {
                use(path)
                programs[name] = newValue
            }
        }

        private mutating func use(_ path: String) {
            if path == self.path { return }
            others[self.path] = programs
            programs = others[path] ?? [:]
            self.path = path
        }
    }

    private let found = Mutex(Found())
    private let binaries = Mutex<Set<String>>([])

    /// The program with this name if it is an ELF file, which needs no shell.
    ///
    /// A shell also runs scripts whose interpreter is missing or not named.
    func binary(named name: String, in context: Context) -> FilePath? {
        guard let path = program(named: name, in: context) else { return nil }
        if binaries.withLock({ $0.contains(path.heldText) }) { return path }
        guard path.isBinary else { return nil }
        binaries.withLock { _ = $0.insert(path.heldText) }
        return path
    }

    /// Finds a name on the context's `PATH`, or a path relative to `directory`, by default the working directory.
    func program(named name: String, from directory: FilePath? = nil, in context: Context) -> FilePath? {
        guard !name.contains("/") else {
            return context.program(named: name, from: directory ?? context.workingDirectory)
        }
        let folders = context.environment["PATH"] ?? ""
        if let path = found.withLock({ $0[folders, name] }) { return path }
        let path = context.executable(named: name)
        if let path { found.withLock { $0[folders, name] = path } }
        return path
    }
}

extension FilePath {
    fileprivate var isBinary: Bool {
        guard let file = try? FileDescriptor.input(self) else { return false }
        defer { try? file.close() }
        var magic = [UInt8](repeating: 0, count: 4)
        let count = magic.withUnsafeMutableBytes { (try? file.read(into: $0)) ?? 0 }
        return count == 4 && magic.elementsEqual("\u{7F}ELF".utf8)
    }
}

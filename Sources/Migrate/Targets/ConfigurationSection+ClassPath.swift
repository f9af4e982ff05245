import DevtoolKit
import Glibc
import SystemPackage

extension ConfigurationSection {
    /// The class path as written, with patterns such as `drivers/*.jar` replaced by the matching files, sorted by name.
    ///
    /// - Throws: ``ConfigurationError`` if an entry matches no file.
    func classPath(of target: String, in directory: FilePath) throws -> [String] {
        var entries = self[TargetSetting.classpath]
        switch origin(of: TargetSetting.classpath) {
        case .environment?, .task?:
            // Variables use the notation of Java's class path.
            entries = entries.flatMap { $0.split(separator: ":").map(String.init) }
        case .dotenv?, .project?, .user?, .declaration?, nil: break
        }
        return try entries.flatMap { entry -> [String] in
            let path = FilePath(entry).absolute(in: directory)
            if path.isFile || path.isDirectory { return [entry] }
            let found = Self.files(matching: path, in: directory)
            if found.isEmpty {
                throw ConfigurationError(
                    Diagnostic(
                        "file '\(entry)' in the class path of the target '\(target)' not found",
                        at: location(of: TargetSetting.classpath)))
            }
            return found
        }
    }

    private static func files(matching pattern: FilePath, in directory: FilePath) -> [String] {
        var result = glob_t()
        defer { globfree(&result) }
        guard pattern.withPlatformString({ glob($0, 0, nil, &result) }) == 0 else { return [] }
        return (0..<Int(result.gl_pathc)).compactMap { index in
            result.gl_pathv[index].map { FilePath(platformString: $0).shown(from: directory) }
        }
    }
}

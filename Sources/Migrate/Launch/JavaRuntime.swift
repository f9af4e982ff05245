import DevtoolKit
import SystemPackage

struct JavaRuntime {
    let executable: FilePath
    /// Options from `JAVA_OPTS`, which Liquibase's own launcher also passes to Java.
    let options: [String]
    /// The options that it reads by itself.
    var ownOptions: [JavaOptionWord] = []

    /// The variables whose options every Java reads by itself.
    static let ownOptionVariables = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"]
    /// All variables with options for Java, in the order in which it reads them; the last value of an option wins.
    static let optionVariables = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "JAVA_OPTS", "_JAVA_OPTIONS"]

    /// Finds the named folder or program, or else the Java that Liquibase's launcher finds.
    ///
    /// - Throws: ``Problem`` if there is none.
    static func locate(named name: String? = nil, from directory: FilePath = "", in context: Context) throws
        -> JavaRuntime
    {
        func words(in variable: String) -> [JavaOptionWord] {
            JavaOptionWord.words(of: context.environment[variable] ?? "", in: variable)
        }
        func java(_ executable: FilePath) -> JavaRuntime {
            JavaRuntime(
                executable: executable, options: words(in: "JAVA_OPTS").map(\.text),
                ownOptions: ownOptionVariables.flatMap(words))
        }
        if let name {
            let path = FilePath(name).absolute(in: directory)
            let program = path.isDirectory ? path.appending("bin").appending("java") : path
            let found = name.contains("/") ? program : context.executable(named: name) ?? program
            guard found.isExecutable else {
                throw Problem(.unavailable, "Java not found at '\(name)' (setting 'java')")
            }
            return java(found)
        }
        if let home = context.environment["JAVA_HOME"], !home.isEmpty {
            let program = FilePath(home).absolute(in: context.workingDirectory).appending("bin").appending("java")
            guard program.isExecutable else {
                throw Problem(.unavailable, "bin/java not found in JAVA_HOME ('\(home)')")
            }
            return java(program)
        }
        guard let program = context.executable(named: "java") else { throw NotInstalled.java }
        return java(program)
    }
}

/// The properties of a Java from its file `release`, read without starting it.
struct JavaRelease {
    let home: FilePath
    /// For example 17 for 17.0.15.
    let major: Int
    let version: String
    private let text: String

    /// Fails if there is no such file, for instance if `java` is a wrapper script.
    init?(of java: JavaRuntime) {
        guard let program = java.executable.resolved else { return nil }
        let home = program.containingFolder.containingFolder
        guard let bytes = try? home.appending("release").contents() else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let number = text.firstMatch(of: /(?m)^JAVA_VERSION="(\d+)(?:\.(\d+))?[^"]*/), let first = Int(number.1)
        else { return nil }
        // Java 8 calls itself 1.8.
        major = first == 1 ? number.2.flatMap { Int($0) } ?? 1 : first
        self.home = home
        version = String(number.0.drop { $0 != "\"" }.dropFirst())
        self.text = text
    }

    var identity: String {
        let library = home.appending("lib/server/libjvm.so")
        return "\(home)\n\(text)\n\(FileState(of: library).identity)"
    }
}

extension FileState? { var identity: String { map { "\($0.size) \($0.modified)" } ?? "none" } }

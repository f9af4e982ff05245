import DevtoolKit
import SystemPackage

/// The Java that runs Liquibase.
struct JavaRuntime {
    /// The `java` program.
    let executable: FilePath
    /// Options for the virtual machine from `JAVA_OPTS`, as Liquibase's own launcher takes them.
    let options: [String]

    /// Finds Java where Liquibase's launcher would: in `JAVA_HOME`, else on the `PATH`.
    static func locate(in context: Context) throws -> JavaRuntime {
        let options = (context.environment["JAVA_OPTS"] ?? "").split(whereSeparator: \.isWhitespace)
            .map(String.init)
        if let home = context.environment["JAVA_HOME"], !home.isEmpty {
            let java = FilePath(home).absolute(in: context.workingDirectory)
                .appending("bin").appending("java")
            guard java.isExecutable else { throw MigrateError.noJava(javaHome: home) }
            return JavaRuntime(executable: java, options: options)
        }
        guard let java = context.executable(named: "java") else {
            throw MigrateError.noJava(javaHome: nil)
        }
        return JavaRuntime(executable: java, options: options)
    }
}

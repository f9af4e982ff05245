import DevtoolKit
import SystemPackage
import URLs

/// `Java/Devtool.java`, embedded in compiled form so that no compiler is needed.
///
/// `Scripts/generate-java-classes` compiles it. It contains services of Liquibase that stop it before it uses a
/// database other than the intended one, and that write each run's mark into the lock.
enum JavaProgram {
    static let mainClass = "Devtool"
    /// The argument to run statements on a database instead of Liquibase.
    static let sessionArgument = "session"
    static let listenerClass = "Devtool$Listener"
    static let logOption = "-Djava.util.logging.config.class=Devtool$Log"

    static var jar: [UInt8] { forgivingBase64Decoded(Array(encoded.utf8)) ?? [] }

    static func write(to folder: StagingFolder) throws -> FilePath {
        let path = folder.path.appending("devtool.jar")
        try path.create(jar)
        return path
    }
}

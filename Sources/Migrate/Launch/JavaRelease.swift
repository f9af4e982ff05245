import DevtoolKit
import SystemPackage

/// What a Java says of itself in the file `release` beside it, so that it need not be started.
struct JavaRelease {
    /// The folder of the Java.
    let home: FilePath
    /// Its version: 17 for 17.0.15.
    let major: Int
    /// Its version in full.
    let version: String
    private let text: String

    /// Reads the release of a `java` program; nil where there is no such file, as with scripts that start
    /// another.
    init?(of java: JavaRuntime) {
        guard let program = java.executable.resolved else { return nil }
        let home = program.removingLastComponent().removingLastComponent()
        guard let bytes = try? home.appending("release").contents() else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let number = text.firstMatch(of: /(?m)^JAVA_VERSION="(\d+)(?:\.(\d+))?[^"]*/),
            let first = Int(number.1)
        else { return nil }
        // Java 8 calls itself 1.8.
        major = first == 1 ? number.2.flatMap { Int($0) } ?? 1 : first
        self.home = home
        version = String(number.0.drop { $0 != "\"" }.dropFirst())
        self.text = text
    }

    /// A text that is another for every other Java.
    var identity: String {
        let library = home.appending("lib/server/libjvm.so")
        return "\(home)\n\(text)\n\(FileState(of: library).identity)"
    }
}

extension FileState? {
    /// A text that is another after every change of the file.
    var identity: String { map { "\($0.size) \($0.modified)" } ?? "none" }
}

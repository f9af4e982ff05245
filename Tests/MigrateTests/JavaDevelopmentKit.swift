import Foundation

/// The JDK on the `PATH`, which only some tests need: devtool itself does with a JRE.
enum JavaDevelopmentKit {
    /// Whether there is one.
    static let isHere = tool("javac") != nil && tool("javap") != nil

    /// The path of one of its programs.
    static func tool(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}

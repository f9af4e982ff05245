import Foundation
import SystemPackage

/// A library that is loaded before all others (`LD_PRELOAD`), where its functions take the places of those
/// of the C library.
package final class PreloadedLibrary: Sendable {
    /// The path of the library, which lives as long as this.
    package let path: String

    private let folder = TemporaryFolder()

    /// Compiles a library from its C.
    package init(_ source: String) throws {
        let file = folder.path.appending("library.c").string
        try folder.write(source, to: "library.c")
        path = folder.path.appending("library.so").string
        let status = try OtherProgram("clang")?.run(["-shared", "-fPIC", "-o", path, file]).status
        guard status == 0 else { throw CocoaError(.executableLoad) }
    }
}

extension Scenario {
    /// Runs devtool with a library before all others.
    package func preloading(_ library: PreloadedLibrary) -> Scenario { variable("LD_PRELOAD", library.path) }
}

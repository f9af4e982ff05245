#if canImport(Glibc)
    import Glibc
#endif

/// The arguments that devtool was started with, as bytes: they need not be UTF-8, and Swift's strings would
/// repair what is not.
enum RawCommandLine {
    /// The bytes of `arguments`, the last ones of this process.
    ///
    /// Where they are not, as in a command that is run within devtool, their own text.
    static func bytes(of arguments: [String]) -> [[UInt8]] {
        let words = CommandLine.arguments
        guard words.suffix(arguments.count) == arguments[...] else {
            return arguments.map { Array($0.utf8) }
        }
        // Safety: `unsafeArgv` holds `argc` C strings, which live as long as the process.
        return (words.count - arguments.count..<words.count).compactMap { index in
            CommandLine.unsafeArgv[index].map(bytes)
        }
    }

    private static func bytes(_ text: UnsafeMutablePointer<CChar>) -> [UInt8] {
        // Safety: a C string's bytes, read up to its end.
        Array(UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:)))
    }
}

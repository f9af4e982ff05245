import CLinux
import Glibc
import SystemPackage

/// The words that devtool was started with, as bytes: they need not be UTF-8, and Swift's strings would
/// repair what is not.
///
/// `CommandLine` reads them from `/proc`, and has none where that is not mounted.
enum RawCommandLine {
    /// The words, the program's own name first.
    static let words: [[UInt8]] = (0..<Int(command_line_count())).map { index in
        // Safety: there are so many C strings, which live as long as the process.
        command_line_words()?[index].map { word in
            Array(
                UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:)))
        } ?? []
    }

    /// The arguments after the program's name, as text.
    static var arguments: [String] { words.dropFirst().map { String(decoding: $0, as: UTF8.self) } }

    /// The bytes of `arguments`, the last ones of this process.
    ///
    /// Where they are not, as in a command that is run within devtool, their own text.
    static func bytes(of arguments: [String]) -> [[UInt8]] {
        guard self.arguments.suffix(arguments.count) == arguments[...] else {
            return arguments.map(\.heldBytes)
        }
        return words.suffix(arguments.count)
    }

    /// The last arguments of this process as texts that hold what of them is not UTF-8.
    static func holding(_ arguments: [String]) -> [String] {
        bytes(of: arguments).map { String(holding: $0) }
    }

    /// Refuses arguments that are not UTF-8, but for the last `count`, which are somebody else's: a file
    /// with such a name would not be found, or another be written.
    ///
    /// - Throws: ``ArgumentEncodingError``.
    static func refuseBytes(butForLast count: Int) throws {
        try refuseBytes(in: words.dropFirst().dropLast(count).map { String(holding: $0) })
    }

    /// Refuses texts that hold bytes.
    ///
    /// - Throws: ``ArgumentEncodingError``.
    static func refuseBytes(in texts: [String]) throws {
        for text in texts where text.holdsBytes { throw ArgumentEncodingError(argument: text) }
    }

    /// The path of the program: as the system knows it, else as it was started; nil where neither is known.
    static var program: FilePath? {
        if let path = FilePath("/proc/self/exe").resolved { return path }
        guard let name = command_line_program(), let directory = try? FilePath.currentDirectory()
        else { return nil }
        return FilePath(platformString: name).absolute(in: directory)
    }
}

/// An argument that is not text: an error of the command line.
struct ArgumentEncodingError: DiagnosableError {
    let argument: String

    var diagnostics: [Diagnostic] {
        [
            Diagnostic(
                "the argument '\(argument.hidingURLPassword)' is not text in UTF-8",
                hint: "where it names a file, name its folder, or give the file another name")
        ]
    }

    var exitStatus: ExitStatus { .usage }
}

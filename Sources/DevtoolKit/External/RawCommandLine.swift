import CLinux
import Glibc
import SystemPackage

/// The command line as bytes, since `String` would replace invalid UTF-8, and `CommandLine` needs `/proc`.
enum RawCommandLine {
    static let words: [[UInt8]] = (0..<Int(command_line_count())).map { index in
        // Safety: there are that many C strings, and they live as long as the process.
        command_line_words()?[index].map { word in
            Array(UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:)))
        } ?? []
    }

    static var arguments: [String] { words.dropFirst().map { String(decoding: $0, as: UTF8.self) } }

    /// The original bytes if these are the last arguments of this process, else the bytes of the strings.
    static func bytes(of arguments: [String]) -> [[UInt8]] {
        guard self.arguments.suffix(arguments.count) == arguments[...] else { return arguments.map(\.heldBytes) }
        return words.suffix(arguments.count)
    }

    /// Preserves bytes that are not UTF-8.
    static func holding(_ arguments: [String]) -> [String] { bytes(of: arguments).map { String(holding: $0) } }

    /// Rejects arguments that are not UTF-8, except for the last `count`, which another program interprets.
    ///
    /// A file with such a name would not be found, or a file with another name would be written.
    static func refuseBytes(butForLast count: Int) throws {
        try refuseBytes(in: words.dropFirst().dropLast(count).map { String(holding: $0) })
    }

    static func refuseBytes(in texts: [String]) throws {
        for text in texts where text.holdsBytes { throw Problem.notUTF8(text) }
    }

    /// From `/proc`, else from the command line.
    static var program: FilePath? {
        if let path = FilePath("/proc/self/exe").resolved { return path }
        guard let name = command_line_program(), let directory = try? FilePath.currentDirectory() else { return nil }
        return FilePath(platformString: name).absolute(in: directory)
    }
}

extension Problem {
    fileprivate static func notUTF8(_ argument: String) -> Problem {
        Problem(
            .usage, "the argument '\(argument.hidingURLPassword)' is not valid UTF-8",
            hint: "if it is a file, rename the file or specify its folder instead")
    }
}

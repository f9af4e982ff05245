import DevtoolKit
import Glibc
import Scanning
import SystemPackage

/// A script whose first line names its interpreter, as in `#!/usr/bin/env python3`.
struct InterpretedScript {
    let interpreter: String
    /// The rest of the first line, which the system passes as one argument.
    private let argument: String?
    private let text: String

    init(_ text: String) {
        self.text = text
        let line = (text.lines.first ?? "").dropFirst(2)
        let words = line.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
        interpreter = words.first.map(String.init) ?? ""
        let rest = words.dropFirst().first.map { String($0.drop { $0 == " " || $0 == "\t" }) }
        argument = rest?.isEmpty == false ? rest : nil
    }

    /// Runs `work` with the interpreter's arguments, while the script is in a temporary file.
    func withFile<Result>(of task: String, in folder: FilePath, _ work: (_ arguments: [String]) async throws -> Result)
        async throws -> Result
    {
        let file = try write(of: task, in: folder)
        defer { file.removeRecursively() }
        return try await work([argument, file.string].compactMap(\.self))
    }

    private func write(of task: String, in folder: FilePath) throws -> FilePath {
        let name = String(task.map { $0.isLetter || $0.isNumber ? $0 : "-" }.prefix(60))
        var template = Array(folder.appending("devtool-\(name)-XXXXXX").string.utf8CString)
        let number = mkstemp(&template)
        let path = FilePath(platformString: template)
        guard number >= 0 else { throw FileError.cannotCreate(path.string, Errno(rawValue: errno)) }
        let descriptor = FileDescriptor(rawValue: number)
        do {
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            _ = fchmod(number, 0o700)
            _ = try descriptor.closeAfter { try descriptor.writeAll(text.utf8) }
        } catch let errno as Errno {
            path.removeRecursively()
            throw FileError.cannotWrite(path.string, errno)
        }
        return path
    }

    /// The script with `$${` unescaped.
    static func expanded(_ text: String) -> String { text.replacing("$${", with: "${") }

    /// Rejects references, because devtool cannot quote values for other languages.
    static func findings(in text: LocatedText) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        var ordinal = 0
        var rest = text.text[...]
        while let found = rest.firstRange(of: "${") {
            let isEscaped = rest[..<found.lowerBound].hasSuffix("$")
            let name = rest[found.upperBound...].prefix { $0 != "}" && $0 != "\n" }
            if !isEscaped, ["params.", "env.", "config."].contains(where: name.hasPrefix) {
                findings.append(
                    Diagnostic(
                        "a script with a '#!' line cannot contain values", at: text.location(ofReference: ordinal),
                        hint: "set a variable in 'env' and read it in the script"))
            }
            ordinal += 1
            rest = rest[found.upperBound...]
        }
        return findings
    }
}

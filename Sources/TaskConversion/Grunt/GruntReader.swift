import Scanning

/// Finds the tasks that a Gruntfile registers with literal names.
///
/// JavaScript is not interpreted, so all tasks are delegated to Grunt.
struct GruntReader {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var project: ConvertedProject
    private var names: Set<String> = []

    static func project(named name: String, _ bytes: [UInt8]) -> ConvertedProject {
        let runner = OriginalRunner(program: "grunt", passing: .arguments, isNodeModule: true)
        var reader = GruntReader(bytes, ConvertedProject(of: name, runner: runner))
        reader.read()
        return reader.project
    }

    private init(_ bytes: [UInt8], _ project: ConvertedProject) {
        self.bytes = bytes
        self.project = project
        self.project.readsDotenv = false
    }

    private mutating func read() {
        while skip() {
            let start = index
            while index < bytes.count, bytes[index].isNameByte { index += 1 }
            if start == index {
                advance()
            } else if ["registerTask", "registerMultiTask"].contains(text(start..<index)) {
                register()
            }
        }
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private mutating func advance() {
        if bytes[index] == ASCII.lineFeed { line += 1 }
        index += 1
    }

    /// Skips comments and string literals, approximately; `false` at the end.
    private mutating func skip() -> Bool {
        while index < bytes.count {
            if hasPrefix("//") {
                while index < bytes.count, bytes[index] != ASCII.lineFeed { index += 1 }
            } else if hasPrefix("/*") {
                while index < bytes.count, !hasPrefix("*/") { advance() }
                index = min(index + 2, bytes.count)
            } else if literal() == nil {
                return index < bytes.count
            }
        }
        return false
    }

    private func hasPrefix(_ prefix: String) -> Bool { bytes[index...].starts(with: prefix.utf8) }

    private mutating func literal() -> String? {
        guard index < bytes.count, "'\"`".utf8.contains(bytes[index]) else { return nil }
        let quote = bytes[index]
        let start = index + 1
        advance()
        while index < bytes.count, bytes[index] != quote {
            // Only template literals may span lines.
            if bytes[index] == ASCII.lineFeed, quote != UInt8(ascii: "`") { break }
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { advance() }
            advance()
        }
        let end = min(index, bytes.count)
        if index < bytes.count, bytes[index] == quote { index += 1 }
        return text(start..<max(start, end))
    }

    /// A string literal without escapes and interpolation.
    private mutating func plainLiteral() -> String? {
        skipBlanks()
        let text = literal()
        return text.flatMap { $0.contains("\\") || $0.contains("${") ? nil : $0 }
    }

    private mutating func skipBlanks() {
        while index < bytes.count, " \t\r\n".utf8.contains(bytes[index]) { advance() }
    }

    private mutating func take(_ character: String) -> Bool {
        skipBlanks()
        guard index < bytes.count, hasPrefix(character) else { return false }
        index += 1
        return true
    }

    private mutating func register() {
        let start = line
        guard take("(") else { return }
        let first = index
        // An operator after the literal may change the name, as in 'build:' + name.
        guard let name = plainLiteral(), !name.isEmpty, take(",") || hasEnded else {
            let end = bytes[first...].firstIndex(of: ASCII.lineFeed) ?? bytes.count
            let text = text(first..<end)
            project.unreadable.append((start, "registerTask(\(text)"))
            return
        }
        guard names.insert(name).inserted else { return }
        var task = ConvertedTask(name, line: start)
        if let description = plainLiteral(), take(",") || hasEnded { task.description = description }
        task.delegate("is JavaScript")
        project.tasks.append(task)
    }

    private var hasEnded: Bool { index < bytes.count && bytes[index] == UInt8(ascii: ")") }
}

extension UInt8 {
    fileprivate var isNameByte: Bool { isASCIILetter || isASCIIDigit || self >= 128 || "_$".utf8.contains(self) }
}

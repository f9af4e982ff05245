/// What a Gruntfile says, as far as it can be read without running it (Grunt, "Sample Gruntfile").
struct Gruntfile {
    /// A call of `grunt.registerTask`.
    struct Registration {
        let name: String
        var description: String?
        /// The tasks it stands for; nil for a function.
        let tasks: [String]?
        /// Whether it depends on a condition that it is registered.
        var isConditional = false
        let line: Int
        var comments: [String] = []
        var text = ""
    }

    var configuration = ScriptValue.object([])
    var registrations: [Registration] = []
    var comments: [String] = []
    /// Names that are registered in a way that cannot be read.
    var leftovers: [Leftover] = []

    /// Reads a file.
    ///
    /// - Throws: ``ConversionFailure`` for a file without `initConfig` and `registerTask`.
    init(_ bytes: [UInt8]) throws(ConversionFailure) {
        var scanner = ScriptScanner(String(decoding: bytes, as: UTF8.self))
        scanner.skipBlanks()
        comments = scanner.takeComments()
        var conditions = ScriptConditions()
        while !scanner.isAtEnd {
            scanner.skipBlanks()
            if conditions.read(&scanner) {
                _ = scanner.takeComments()
            } else if scanner.take(".initConfig(") {
                _ = scanner.takeComments()
                configuration = scanner.value()
                _ = scanner.take(")")
                _ = scanner.takeComments()
            } else if scanner.take(".registerTask(") {
                readRegistration(&scanner, isConditional: conditions.areOpen)
            } else if scanner.take(".registerMultiTask(") {
                let line = scanner.line
                let name = scanner.value()
                leftovers.append(
                    Leftover(
                        line: line, reason: "a multi-task in JavaScript", text: name.text ?? ""))
            } else {
                scanner.skipToken()
                _ = scanner.takeComments()
            }
        }
        if registrations.isEmpty, configuration.properties.isEmpty {
            throw ConversionFailure("neither grunt.initConfig nor grunt.registerTask", line: 1)
        }
        if case .code(let text) = configuration {
            leftovers.append(Leftover(line: 1, reason: "a configuration in JavaScript", text: text))
        }
    }

    private mutating func readRegistration(
        _ scanner: inout ScriptScanner, isConditional: Bool
    ) {
        let line = scanner.line
        let comments = scanner.takeComments()
        var arguments: [ScriptValue] = []
        while true {
            arguments.append(scanner.value())
            scanner.skipBlanks()
            if !scanner.take(",") { break }
        }
        _ = scanner.take(")")
        _ = scanner.takeComments()
        guard let name = arguments.first?.text else {
            if case .code(let text)? = arguments.first {
                leftovers.append(
                    Leftover(line: line, reason: "a task with a computed name", text: text))
            }
            return
        }
        var registration = Registration(
            name: name, tasks: arguments.count > 1 ? arguments.last?.texts : [], line: line,
            comments: comments)
        registration.isConditional = isConditional
        if arguments.count > 2 { registration.description = arguments[1].text }
        if case .code(let text)? = arguments.last { registration.text = text }
        if isConditional {
            let others = registrations.filter { $0.name == name && $0.isConditional }.map(\.text)
            let own = registration.tasks?.joined(separator: ", ") ?? registration.text
            registration.text = (others + [own]).joined(separator: "\n")
        }
        registrations.removeAll { $0.name == name }
        registrations.append(registration)
    }
}

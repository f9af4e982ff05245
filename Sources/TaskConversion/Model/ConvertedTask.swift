/// A task as another tool's file describes it, in devtool's words.
struct ConvertedTask {
    var name: String
    /// The line of its name in the source file, from 1.
    var line = 0
    var comments: [String] = []
    var leftovers: [Leftover] = []
    var description: String?
    var aliases: [String] = []
    var parameters: [ConvertedParameter] = []
    var variables: [ConvertedVariable] = []
    var environment: [ConvertedVariable] = []
    var dotenv: [ConvertedDotenv] = []
    /// The tasks that run before it: several lists are a sequence.
    var needs: [[ConvertedCall]] = []
    /// The tasks that run after it has succeeded.
    var after: [ConvertedCall] = []
    /// The tasks that run after it, whatever happens.
    var finally: [ConvertedCall] = []
    var steps: [ConvertedStep] = []
    /// Shell lines that tell that it is up to date.
    var status: [ConvertedText] = []
    var condition: ConvertedText?
    /// Files that must be there before anything starts.
    var requiredFiles: [ConvertedText] = []
    var dir: ConvertedText?
    var shell: [String]?
    var platforms: [String] = []
    var confirmation: ConvertedText?
    var group: String?
    var sources: [ConvertedText] = []
    var outputs: [ConvertedText] = []
    var isSilent = false
    var isInternal = false
    var isInteractive = false
    var ignoresError = false
    /// Comments after its last key.
    var finalComments: [String] = []

    init(_ name: String, line: Int = 0) {
        self.name = name
        self.line = line
    }

    /// Whether devtool would find something to run.
    var doesSomething: Bool {
        !steps.isEmpty || needs.contains { !$0.isEmpty } || !finally.isEmpty
    }
}

extension ConvertedProject {
    /// Whether a shell line may have several commands, so that it matters whether the shell stops at the first that
    /// fails, as devtool's does by default.
    var hasCompoundLines: Bool {
        tasks.contains { task in
            task.shell == nil
                && task.steps.contains { step in
                    guard case .line(let text) = step.action else { return false }
                    return text.pieces.contains { piece in
                        guard case .text(let text) = piece else { return false }
                        return text.replacing("&&", with: "").contains { ";\n&({".contains($0) }
                    }
                }
        }
    }
}

/// A parameter of a task.
struct ConvertedParameter {
    let name: String
    var defaultText: ConvertedText?
    var choices: [String] = []
    var isRequired = false
    /// Whether it takes the rest of the command line, as a list.
    var isRest = false
    var comments: [String] = []
}

/// A task that is run by another.
struct ConvertedCall {
    var task: String
    var parameters: [(name: String, value: ConvertedText)] = []
}

/// A step of a task.
struct ConvertedStep {
    /// What a step does.
    enum Action {
        /// A shell line.
        case line(ConvertedText)
        /// A text whose first line names its interpreter.
        case script(ConvertedText)
        case call(ConvertedCall)
        /// Tasks that run at the same time.
        case calls([ConvertedCall])
        /// A program and its arguments, or a command of devtool.
        case command(name: String, arguments: [String])
        /// Something that cannot be said: the step fails when it is run.
        case failure
    }

    var action: Action
    /// The line in the source file, from 1.
    var line: Int
    var isSilent = false
    var ignoresError = false
    var comments: [String] = []
    var leftovers: [Leftover] = []

    init(_ action: Action, line: Int) {
        self.action = action
        self.line = line
    }

    /// A step that cannot be said, with what it is.
    static func failure(_ leftover: Leftover) -> ConvertedStep {
        var step = ConvertedStep(.failure, line: leftover.line)
        step.leftovers = [leftover]
        return step
    }
}

extension ConvertedStep.Action {
    /// The tasks that it runs.
    var calls: [ConvertedCall] {
        switch self {
        case .call(let call): [call]
        case .calls(let calls): calls
        case .line, .script, .command, .failure: []
        }
    }
}

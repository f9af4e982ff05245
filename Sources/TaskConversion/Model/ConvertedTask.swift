/// A task as another runner's file describes it, in devtool's words.
///
/// A reader that meets something it does not understand puts an unknown piece into the text in question, or calls
/// ``delegate(_:at:)``; the task is then left to its own runner.
struct ConvertedTask {
    var name: String
    /// Its name in its own runner, with namespaces.
    var originalName: String
    /// The line of its name in the source file, from 1.
    let line: Int
    var comments: [String] = []
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
    var steps: [ConvertedStep] = []
    /// Shell lines that tell that it is up to date.
    var status: [ConvertedText] = []
    var requiredPrograms: [String] = []
    var dir: ConvertedText?
    /// The shell of its lines and its options, as in `["bash", "-e", "-c"]`; nil for the file's.
    var shell: [String]?
    var platforms: [String] = []
    var confirmation: ConvertedText?
    var group: String?
    var sources: [ConvertedText] = []
    var outputs: [ConvertedText] = []
    var isSilent = false
    var isInternal = false
    /// Whether its own runner refuses to run it by name.
    var isUncallable = false
    /// Whether its own runner runs it once where it would run others again.
    var runsOnce = false
    /// Whether its own runner gives it, or what it runs, the words after `--`, also if another task runs it.
    var takesArguments = false
    /// Whether it may need tasks that are not known.
    var mayNeedMore = false
    var isInteractive = false
    var ignoresError = false
    /// Why it is left to its own runner; nil for a task that is converted.
    private(set) var delegation: Delegation?

    init(_ name: String, originalName: String? = nil, line: Int) {
        self.name = name
        self.originalName = originalName ?? name
        self.line = line
    }

    /// Leaves it to its own runner; the first reason stays.
    ///
    /// - Parameters:
    ///   - reason: what is not understood, after `delegates to just:`, as in `uses replace_regex()`.
    ///   - line: the line in the source file, from 1; nil for that of its name.
    mutating func delegate(_ reason: String, at line: Int? = nil) {
        delegation = delegation ?? Delegation(reason: reason, line: line ?? self.line)
    }
}

/// Why a task is left to its own runner.
struct Delegation: Error {
    let reason: String
    /// The line in the source file, from 1.
    let line: Int
}

/// A parameter of a task.
struct ConvertedParameter {
    var name: String
    /// Its name in its own runner.
    let originalName: String
    var defaultText: ConvertedText?
    var isRequired = false
    /// Whether it takes the rest of the command line, as a list.
    var isRest = false

    init(_ name: String, defaultText: ConvertedText? = nil) {
        self.name = name
        self.originalName = name
        self.defaultText = defaultText
    }
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
        case script(String)
        case call(ConvertedCall)
        /// Tasks that run at the same time.
        case calls([ConvertedCall])
    }

    var action: Action
    /// The line in the source file, from 1.
    let line: Int
    var isSilent = false
    var ignoresError = false
    var comments: [String] = []

    init(_ action: Action, line: Int) {
        self.action = action
        self.line = line
    }

    var shellLine: ConvertedText? {
        if case .line(let line) = action { line } else { nil }
    }

    /// The tasks that it runs.
    var calls: [ConvertedCall] {
        switch action {
        case .call(let call): [call]
        case .calls(let calls): calls
        case .line, .script: []
        }
    }
}

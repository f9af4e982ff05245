/// The intermediate representation of a task.
///
/// A reader that does not understand something puts an unknown piece into the text, or calls ``delegate(_:at:)``. The
/// task is then delegated to its original runner.
struct ConvertedTask {
    var name: String
    /// With namespaces.
    var originalName: String
    /// The line in the source file, from 1.
    let line: Int
    var comments: [String] = []
    var description: String?
    var aliases: [String] = []
    var parameters: [ConvertedParameter] = []
    var variables: [ConvertedVariable] = []
    var environment: [ConvertedVariable] = []
    var dotenv: [ConvertedDotenv] = []
    /// Tasks to run before; the lists run in sequence.
    var needs: [[ConvertedCall]] = []
    var after: [ConvertedCall] = []
    var steps: [ConvertedStep] = []
    /// Shell lines that succeed if the task is up to date.
    var status: [ConvertedText] = []
    var requiredPrograms: [String] = []
    var dir: ConvertedText?
    /// With its options, such as `["bash", "-e", "-c"]`; `nil` for the project's.
    var shell: [String]?
    var platforms: [String] = []
    var confirmation: ConvertedText?
    var group: String?
    var sources: [ConvertedText] = []
    var outputs: [ConvertedText] = []
    var isSilent = false
    var isInternal = false
    /// Whether the original runner does not allow running it by name.
    var isUncallable = false
    /// Whether the original runner runs it only once, unlike other tasks.
    var runsOnce = false
    /// Whether the original runner passes the words after `--`, even if another task runs it.
    var takesArguments = false
    var mayNeedMore = false
    var isInteractive = false
    var ignoresError = false
    /// The reason for delegation; `nil` for a converted task.
    private(set) var delegation: (reason: String, line: Int)?

    init(_ name: String, originalName: String? = nil, line: Int) {
        self.name = name
        self.originalName = originalName ?? name
        self.line = line
    }

    /// Delegates the task to its original runner; the first reason wins.
    ///
    /// `reason` follows `delegates to just:`, such as `uses replace_regex()`. `line` is that of the source file.
    mutating func delegate(_ reason: String, at line: Int? = nil) {
        delegation = delegation ?? (reason, line ?? self.line)
    }
}

struct ConvertedParameter {
    var name: String
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

struct ConvertedCall {
    var task: String
    var parameters: [(name: String, value: ConvertedText)] = []
}

struct ConvertedStep {
    enum Action {
        case line(ConvertedText)
        /// A script whose first line names its interpreter.
        case script(String)
        /// One call, or several that run concurrently.
        case calls([ConvertedCall])
    }

    var action: Action
    let line: Int
    var isSilent = false
    var ignoresError = false
    var comments: [String] = []

    init(_ action: Action, line: Int) {
        self.action = action
        self.line = line
    }

    var shellLine: ConvertedText? { if case .line(let line) = action { line } else { nil } }

    var calls: [ConvertedCall] { if case .calls(let calls) = action { calls } else { [] } }
}

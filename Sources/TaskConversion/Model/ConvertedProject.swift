/// A project as another tool's file describes it, in devtool's words: what every reader makes and the writer writes.
struct ConvertedProject {
    var comments: [String] = []
    /// What could not be said and belongs to no part of the project.
    var leftovers: [Leftover] = []
    /// The shell of all shell lines and its options, as in `["bash", "-e", "-c"]`; nil for devtool's default.
    var shell: [String]?
    /// Whether commands are not shown.
    var isSilent = false
    /// Whether a task fails where a shell line fails that a value is the output of; make goes on without it.
    var failsWithOutputs = true
    /// How the output of several tasks is shown: `group`, `prefix` or `raw`; nil for the default.
    var output: String?
    /// The settings of the section `migrate`.
    var settings: [ConvertedSetting] = []
    var variables: [ConvertedVariable] = []
    var environment: [ConvertedVariable] = []
    /// Whether the environment has all variables, so also those that nothing there looks at.
    var exportsAll = false
    var dotenv: [ConvertedDotenv] = []
    /// Whether a file `.env` is read where `dotenv` names none, as devtool does by itself.
    var readsDotenv = true
    var includes: [ConvertedInclude] = []
    var tasks: [ConvertedTask] = []
    /// Comments after the last task.
    var finalComments: [String] = []
}

/// Something that devtool.yml cannot say, or that the converter does not know how to: a `# TODO devtool:` comment.
struct Leftover: Hashable {
    /// The line in the source file, from 1.
    let line: Int
    /// What is missing, in a few words, as in `loops over files are not converted`.
    let reason: String
    var text = ""
}

/// A variable of a file or a task.
struct ConvertedVariable {
    let name: String
    var value: ConvertedValue
    /// Its line in the source file, from 1.
    var line = 0
    var original = ""
    var comments: [String] = []
    var leftovers: [Leftover] = []
}

/// The value of a variable.
enum ConvertedValue {
    case text(ConvertedText)
    case list([String])
    /// The output of a shell line.
    case shell(ConvertedText)
}

/// A setting of a command's section.
struct ConvertedSetting {
    enum Value {
        case text(String)
        /// A secret, in a variable of the environment.
        case environment(String)
        case mapping([(name: String, text: String)])
    }

    let name: String
    let value: Value
}

/// A file with variables for the environment.
struct ConvertedDotenv {
    var file: ConvertedText
    var isOptional = true
    /// The line in the source file, from 1.
    var line = 0
    var comments: [String] = []
}

/// A file with more tasks.
struct ConvertedInclude {
    let namespace: String
    let file: String
    var isOptional = false
    var comments: [String] = []
    var leftovers: [Leftover] = []
}

import DevtoolKit

/// The findings of `devtool run`.
enum RunRule: String, DescribedRule {
    case taskFailed = "task"

    var texts: RuleTexts {
        switch self {
        case .taskFailed:
            RuleTexts(
                "TaskFailed", "A task of devtool.yml failed.",
                help: "Read the task's output, fix the problem, and run the task again.")
        }
    }
}

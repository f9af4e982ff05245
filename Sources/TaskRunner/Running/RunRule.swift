import DevtoolKit

/// What `devtool run` reports.
enum RunRule: String, DescribedRule {
    case taskFailed = "task"

    var texts: RuleTexts {
        switch self {
        case .taskFailed:
            RuleTexts(
                "TaskFailed", "A task of devtool.yml failed.",
                help: "Read the task's output, mend what it complains of, and run the task again.")
        }
    }
}

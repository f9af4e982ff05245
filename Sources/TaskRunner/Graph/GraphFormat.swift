import ArgumentParser

enum GraphFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case dot
    /// Mermaid (mermaid.js.org, "Flowcharts"), which GitHub and GitLab render in Markdown.
    case mermaid

    /// The graph of a plan.
    ///
    /// An arrow leads from a task to what it needs or runs as a step. A dotted one leads to the previous part of a
    /// sequence, or from cleanup to what it cleans up after.
    func text(of plan: TaskPlan) -> String {
        var lines = [opening]
        for (index, task) in plan.tasks.enumerated() {
            lines.append("  " + node(index, task.name, isCleanup: task.isCleanup))
        }
        for (index, node) in plan.nodes.enumerated() {
            lines += (node.needs + plan.called(by: index)).map { "  " + arrow(index, $0, isDotted: false) }
            lines += (node.after + plan.ends(of: node.follows)).map { "  " + arrow(index, $0, isDotted: true) }
        }
        if self == .dot { lines.append("}") }
        return lines.joined(separator: "\n")
    }

    private var opening: String {
        switch self {
        case .dot: "digraph tasks {"
        case .mermaid: "flowchart LR"
        }
    }

    private func node(_ index: Int, _ name: String, isCleanup: Bool) -> String {
        switch self {
        case .dot:
            let label = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "t\(index) [label=\"\(label)\"\(isCleanup ? ", style=dashed" : "")]"
        case .mermaid:
            // Mermaid interprets HTML references.
            let label = name.unicodeScalars.reduce(into: "") { label, scalar in
                label += "\"#;&<>".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : String(scalar)
            }
            return isCleanup ? "t\(index)([\"\(label)\"])" : "t\(index)[\"\(label)\"]"
        }
    }

    private func arrow(_ from: Int, _ to: Int, isDotted: Bool) -> String {
        switch self {
        case .dot: "t\(from) -> t\(to)\(isDotted ? " [style=dotted]" : "")"
        case .mermaid: "t\(from) \(isDotted ? "-.->" : "-->") t\(to)"
        }
    }
}

extension TaskPlan {
    /// The tasks that no other one of them needs; waiting for these is waiting for all.
    fileprivate func ends(of tasks: [Int]) -> [Int] {
        let needed = Set(tasks.flatMap { nodes[$0].needs })
        return tasks.filter { !needed.contains($0) }
    }
}

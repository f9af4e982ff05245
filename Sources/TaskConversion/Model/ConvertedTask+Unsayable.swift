extension ConvertedTask {
    /// Makes the task fail where a text that decides what it does cannot be said; texts of shell lines are the
    /// writer's.
    mutating func failForUnsayableTexts() {
        var failures: [Leftover] = []
        if let problem = dir?.plainProblem {
            failures.append(Leftover(line: line, reason: "dir: \(problem)"))
            dir = nil
        }
        if let problem = confirmation?.plainProblem {
            failures.append(Leftover(line: line, reason: "the question: \(problem)"))
            confirmation = nil
        }
        for problem in requiredFiles.compactMap(\.plainProblem).prefix(1) {
            failures.append(Leftover(line: line, reason: "required files: \(problem)"))
            requiredFiles = []
        }
        for problem in (sources + outputs).compactMap(\.plainProblem).prefix(1) {
            // Without them it always runs.
            leftovers.append(Leftover(line: line, reason: "sources and outputs: \(problem)"))
            sources = []
            outputs = []
        }
        for index in parameters.indices {
            guard let problem = parameters[index].defaultText?.plainProblem else { continue }
            // Without a value, devtool refuses the task.
            parameters[index].defaultText = nil
            let name = parameters[index].name
            leftovers.append(
                Leftover(line: line, reason: "the default of the parameter '\(name)': \(problem)"))
        }
        for file in dotenv {
            guard let problem = file.file.plainProblem else { continue }
            failures.append(Leftover(line: file.line, reason: "dotenv: \(problem)"))
        }
        dotenv.removeAll { $0.file.plainProblem != nil }
        for index in needs.indices { failures += needs[index].removeUnsayable(line) }
        failures += after.removeUnsayable(line)
        failures += finally.removeUnsayable(line)
        for index in steps.indices {
            let calls = steps[index].action.calls
            guard let problem = calls.lazy.compactMap(\.problem).first else { continue }
            steps[index].action = .failure
            steps[index].leftovers.append(
                Leftover(line: steps[index].line, reason: problem, text: calls[0].task))
        }
        steps.insert(contentsOf: failures.map(ConvertedStep.failure), at: 0)
    }
}

extension ConvertedCall {
    /// Why it cannot be said; nil where it can.
    fileprivate var problem: String? {
        parameters.lazy.compactMap { name, value in
            value.plainProblem.map { "the value of '\(name)': \($0)" }
        }.first
    }
}

extension [ConvertedCall] {
    fileprivate mutating func removeUnsayable(_ line: Int) -> [Leftover] {
        let failures = compactMap { call in
            call.problem.map { Leftover(line: line, reason: "the call of '\(call.task)': \($0)") }
        }
        removeAll { $0.problem != nil }
        return failures
    }
}

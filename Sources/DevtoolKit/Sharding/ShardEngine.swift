/// A system that runs the same command on many machines and sets variables with the machine's index.
package enum ShardEngine: String, CaseIterable, Sendable {
    /// A job with `parallel`; the index starts at 1, and other jobs have none.
    case gitLab = "GitLab"
    /// A job with `parallelism`; the index starts at 0.
    case circleCI = "CircleCI"
    /// A step with `parallelism`; the index starts at 0.
    case buildkite = "Buildkite"
    /// A task of an array; the indexes may start anywhere and may have a step.
    case slurm = "Slurm"
    /// A pod of an indexed job; the index starts at 0, and the job must pass the number of completions itself.
    case kubernetes = "Kubernetes"

    var indexVariable: String {
        switch self {
        case .gitLab: "CI_NODE_INDEX"
        case .circleCI: "CIRCLE_NODE_INDEX"
        case .buildkite: "BUILDKITE_PARALLEL_JOB"
        case .slurm: "SLURM_ARRAY_TASK_ID"
        case .kubernetes: "JOB_COMPLETION_INDEX"
        }
    }

    private var countVariable: String {
        switch self {
        case .gitLab: "CI_NODE_TOTAL"
        case .circleCI: "CIRCLE_NODE_TOTAL"
        case .buildkite: "BUILDKITE_PARALLEL_JOB_COUNT"
        case .slurm: "SLURM_ARRAY_TASK_COUNT"
        case .kubernetes: "JOB_COMPLETIONS"
        }
    }

    /// The part on which all engines agree; `count` is the number of parts that the user expects.
    static func shard(in environment: [String: String], count: Int?) throws(Problem) -> Shard {
        var found: (engine: ShardEngine, shard: Shard)?
        for engine in allCases where environment[engine.indexVariable] != nil {
            let shard = try engine.shard(from: environment, count: count)
            if let found, found.shard != shard {
                throw Problem(
                    .badConfiguration,
                    "--shard auto found different parts for \(found.engine.rawValue) and \(engine.rawValue)",
                    hint: "specify the part with --shard I/N")
            }
            found = (engine, shard)
        }
        guard let found else {
            throw Problem(
                .badConfiguration, "--shard auto found no variable with the part number",
                hint: "looked for " + allCases.map { "\($0.indexVariable) (\($0.rawValue))" }.joined(separator: ", "))
        }
        return found.shard
    }

    private func shard(from environment: [String: String], count expected: Int?) throws(Problem) -> Shard {
        let index = try number(indexVariable, in: environment)
        let named = try numberIfSet(countVariable, in: environment)
        guard let count = named ?? expected else {
            throw .confusedEngine(
                self, reason: "\(countVariable) is not set; specify the number of parts with --shard auto/N")
        }
        if let expected, expected != count {
            throw .confusedEngine(
                self, reason: "\(countVariable) is \(count), not \(expected) as in --shard auto/\(expected)")
        }
        let position =
            switch self {
            case .gitLab: index - 1
            case .circleCI, .buildkite, .kubernetes: index
            case .slurm: try slurmPosition(of: index, count, environment)
            }
        guard let shard = Shard(position + 1, of: count) else {
            throw .confusedEngine(self, reason: "\(indexVariable) is \(index), but \(countVariable) is \(count)")
        }
        return shard
    }

    /// The position of a task in its array, such as `--array=1-7:2`.
    ///
    /// For a list such as `--array=1,5,6`, Slurm provides only the ends and the length, so the position is unknown.
    private func slurmPosition(of index: Int, _ count: Int, _ environment: [String: String]) throws(Problem) -> Int {
        let first = try number("SLURM_ARRAY_TASK_MIN", in: environment)
        let last = try number("SLURM_ARRAY_TASK_MAX", in: environment)
        let step = try numberIfSet("SLURM_ARRAY_TASK_STEP", in: environment) ?? 1
        guard step > 0, first <= index, index <= last, (index - first).isMultiple(of: step),
            (last - first) / step + 1 == count
        else {
            throw .confusedEngine(
                self,
                reason: "the job array is not a range with a step: \(indexVariable) is \(index), "
                    + "SLURM_ARRAY_TASK_MIN \(first), SLURM_ARRAY_TASK_MAX \(last), "
                    + "SLURM_ARRAY_TASK_STEP \(step), \(countVariable) \(count)")
        }
        return (index - first) / step
    }

    private func number(_ name: String, in environment: [String: String]) throws(Problem) -> Int {
        guard let number = try numberIfSet(name, in: environment) else {
            throw .confusedEngine(self, reason: "\(name) is not set")
        }
        return number
    }

    private func numberIfSet(_ name: String, in environment: [String: String]) throws(Problem) -> Int? {
        guard let text = environment[name] else { return nil }
        // The limit is far above real numbers of machines and prevents overflow in the calculations.
        guard let number = Int(digits: text), number < 1 << 32 else {
            throw .confusedEngine(self, reason: "\(name) is '\(text)', which is not a number")
        }
        return number
    }
}

extension Problem {
    fileprivate static func confusedEngine(_ engine: ShardEngine, reason: String) -> Problem {
        Problem(.badConfiguration, "--shard auto cannot use the \(engine.rawValue) variables: \(reason)")
    }
}

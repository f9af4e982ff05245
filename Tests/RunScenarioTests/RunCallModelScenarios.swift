import TestSupport
import Testing

/// Random tasks with needs in sequence, steps and clean-up, run one at a time, against a model.
@Suite struct RunCallModelScenarios {
    /// A task of the model; its name is its index.
    private struct ModelTask {
        enum Step {
            case line(Int)
            case call(Int)
        }

        /// One after another.
        var needs: [Int] = []
        var steps: [Step] = []
        var cleanup: Int?
        var fails = false
        var ignoresError = false
    }

    /// Tasks lead to later ones only.
    ///
    /// What is needed has no clean-up, whose time the model leaves open; what has
    /// clean-up needs nothing, for clean-up of clean-up that needs the same is a cycle.
    /// Sequences are of tasks that lead to nothing, the last of them first: so no two contradict each other.
    private static func tasks(using random: inout SplitMix64) -> [ModelTask] {
        let count = Int.random(in: 2...14, using: &random)
        func later(_ index: Int, parity: Int?, using random: inout SplitMix64) -> Int? {
            let found = ((index + 1)..<max(count, index + 1)).filter { parity == nil || $0 % 2 == parity }
            return found.randomElement(using: &random)
        }
        let leaves = (count / 2..<count).filter { $0 % 2 == 1 }
        return (0..<count).map { index in
            var task = ModelTask()
            if leaves.contains(index) {
                task.steps = [.line(0)]
                task.fails = Int.random(in: 0..<12, using: &random) == 0
                return task
            }
            if Int.random(in: 0..<3, using: &random) == 0 {
                task.needs = [later(index, parity: 1, using: &random)].compactMap(\.self)
            } else if Int.random(in: 0..<3, using: &random) == 0 {
                let wanted = leaves.filter { $0 > index }.shuffled(using: &random).prefix(3)
                task.needs = wanted.sorted(by: >)
            }
            for line in 0..<Int.random(in: 1...4, using: &random) {
                let called = later(index, parity: 0, using: &random)
                if let called, Int.random(in: 0..<2, using: &random) == 0 {
                    task.steps.append(.call(called))
                } else {
                    task.steps.append(.line(line))
                }
            }
            if index % 2 == 0, task.needs.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
                task.cleanup = later(index, parity: 0, using: &random)
            }
            task.fails = Int.random(in: 0..<12, using: &random) == 0
            task.ignoresError = Int.random(in: 0..<5, using: &random) == 0
            return task
        }
    }

    private static func yaml(_ tasks: [ModelTask]) -> String {
        tasks.enumerated().map { index, task in
            var steps = task.steps.map { step in
                switch step {
                case .line(let line): "echo t\(index).\(line)"
                case .call(let called): "{task: t\(called)}"
                }
            }
            if task.fails { steps.append("exit \(index + 1)") }
            var keys = ["run: [\(steps.joined(separator: ", "))]"]
            if !task.needs.isEmpty { keys.append("needs: [\(task.needs.map { "[t\($0)]" }.joined(separator: ", "))]") }
            if let cleanup = task.cleanup { keys.append("finally: [t\(cleanup)]") }
            if task.ignoresError { keys.append("ignore-error: true") }
            return "  t\(index): {\(keys.joined(separator: ", "))}\n"
        }.joined()
    }

    /// What a run prints, and its status.
    private struct Model {
        let tasks: [ModelTask]
        var lines: [String] = []
        /// The needs that are done, by the clean-up that they are for, and how they came out.
        private var done: [[Int]: Int] = [:]
        private var cleanups = 0

        init(_ tasks: [ModelTask]) { self.tasks = tasks }

        /// Runs a task with what it needs and what cleans up; returns its status.
        mutating func run(_ index: Int, within cleanup: Int = 0) -> Int {
            let task = tasks[index]
            var status = runNeeds(of: task, within: cleanup)
            if status == 0 { status = perform(index, within: cleanup) }
            if let clean = task.cleanup {
                cleanups += 1
                let cleaned = run(clean, within: cleanups)
                if status == 0 { status = cleaned }
            }
            return status
        }

        private mutating func runOnce(_ index: Int, within cleanup: Int) -> Int {
            if let status = done[[index, cleanup]] { return status }
            let task = tasks[index]
            var status = runNeeds(of: task, within: cleanup)
            if status == 0 { status = perform(index, within: cleanup) }
            done[[index, cleanup]] = status
            return status
        }

        private mutating func runNeeds(of task: ModelTask, within cleanup: Int) -> Int {
            for need in task.needs {
                let status = runOnce(need, within: cleanup)
                if status != 0 { return status }
            }
            return 0
        }

        private mutating func perform(_ index: Int, within cleanup: Int) -> Int {
            let task = tasks[index]
            var status = 0
            for step in task.steps where status == 0 {
                switch step {
                case .line(let line): lines.append("t\(index).\(line)")
                case .call(let called):
                    // All of a run share what they need, but for clean-up.
                    if cleanup != 0 { cleanups += 1 }
                    status = run(called, within: cleanup == 0 ? 0 : cleanups)
                }
            }
            if status == 0, task.fails { status = index + 1 }
            return task.ignoresError ? 0 : status
        }
    }

    @Test(arguments: 0..<UInt64(rounds(1200, every: 25))) func aRunIsWhatTheModelSays(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let tasks = Self.tasks(using: &random)
        var model = Model(tasks)
        let status = model.run(0)
        let outcome = try await Scenario().config("tasks:\n" + Self.yaml(tasks)).run("run", "-q", "-j1", "t0")
        #expect(
            outcome.outputText.split(separator: "\n").map(String.init) == model.lines,
            "\(Self.yaml(tasks))\(outcome.errorText)")
        outcome.exits(Int32(status))
    }
}

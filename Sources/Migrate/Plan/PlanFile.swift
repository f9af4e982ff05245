import Changelogs
import DevtoolKit
import JSON

/// A plan from `devtool migrate plan --json`, to which an update must still conform.
struct PlanFile {
    private let name: String
    private let plans: [JSONValue]

    init(_ name: String, in context: Context) throws {
        self.name = name
        let bytes: [UInt8]
        do { bytes = try context.path(name).contents(isTyped: true) } catch { throw FileError(reading: name, error) }
        do {
            let value = try JSONValue(parsing: bytes)
            plans = value.items ?? [value]
        } catch { throw Problem.notPlan(name, "\(error)") }
        let isPlan = plans.allSatisfy {
            $0["schema"]?.integer == 1 && $0["target"]?.string != nil && $0["steps"]?.items != nil
        }
        guard isPlan, !plans.isEmpty else { throw Problem.notPlan(name, "it has no targets with steps") }
    }

    func check(_ plan: MigrationPlan) throws {
        guard let planned = plans.first(where: { $0["target"]?.string == plan.target }) else {
            throw Problem.planOfOtherRun(name, "it has no target '\(plan.target)'")
        }
        guard planned["command"]?.string == plan.command else {
            throw Problem.planOfOtherRun(name, "it was made for '\(planned["command"]?.string ?? "")'")
        }
        guard planned["url"]?.string == plan.url else {
            throw Problem.planOfOtherRun(name, "'\(plan.target)' has a different URL")
        }
        guard planned["defaultSchema"]?.string == plan.defaultSchema else {
            throw Problem.planOfOtherRun(name, "'\(plan.target)' has a different default schema")
        }
        let steps = planned["steps"]?.items ?? []
        let current = try plan.jsonValue
        let currentSteps = current["steps"]?.items ?? []
        let names = plan.steps.map { "\($0.changeSet)" }
        for (was, name) in zip(steps, names) where Self.name(of: was) != name {
            throw outdated(plan, "'\(name)' replaces '\(Self.name(of: was))'")
        }
        if let new = plan.steps.dropFirst(steps.count).first {
            throw outdated(plan, "'\(new.changeSet)' was not planned")
        }
        if let gone = steps.dropFirst(plan.steps.count).first {
            throw outdated(plan, "'\(Self.name(of: gone))' is no longer pending")
        }
        for ((was, name), value) in zip(zip(steps, names), currentSteps) where value.difference(from: was) != nil {
            throw outdated(plan, "'\(name)' has changed")
        }
        if let member = current.difference(from: planned) { throw outdated(plan, "its '\(member)' changed") }
    }

    private func outdated(_ plan: MigrationPlan, _ reason: String) -> Problem {
        Problem(
            .badData, "the plan '\(name)' no longer matches '\(plan.target)': \(reason); nothing was run",
            hint: "see the new plan: devtool migrate plan --target \(plan.target)")
    }

    private static func name(of step: JSONValue) -> String {
        ["file", "id", "author"].map { step[$0]?.string ?? "" }.joined(separator: "::")
    }
}

extension Problem {
    fileprivate static func notPlan(_ file: String, _ reason: String) -> Problem {
        Problem(
            .badData, "'\(file)' is not a plan: \(reason)",
            hint: "write one with 'devtool migrate plan --json >\(file)'")
    }

    fileprivate static func planOfOtherRun(_ file: String, _ reason: String) -> Problem {
        Problem(.badData, "the plan '\(file)' does not match this run: \(reason)")
    }
}

extension MigrationPlan {
    fileprivate var jsonValue: JSONValue {
        get throws {
            var json = JSONWriter()
            write(to: &json)
            return try JSONValue(parsing: Array(json.text.utf8))
        }
    }
}

extension JSONValue {
    /// The name of the first differing member; locations are ignored because they may move.
    fileprivate func difference(from other: JSONValue) -> String? {
        guard case .object(let own) = withoutPlaces, case .object(let others) = other.withoutPlaces else { return "" }
        func text(_ members: [(name: String, value: JSONValue)], _ name: String) -> String? {
            members.first { $0.name == name }?.value.compactText
        }
        return (own + others).first { text(own, $0.name) != text(others, $0.name) }?.name
    }

    private var withoutPlaces: JSONValue {
        switch self {
        case .object(let members):
            .object(members.filter { $0.name != "place" }.map { ($0.name, $0.value.withoutPlaces) })
        case .array(let items): .array(items.map(\.withoutPlaces))
        case .null, .bool, .integer, .decimal, .string: self
        }
    }
}

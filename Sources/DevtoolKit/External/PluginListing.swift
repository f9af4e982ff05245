import JSON
import SystemPackage

struct PluginListing: Sendable {
    struct Entry: Sendable {
        fileprivate let candidate: PluginCandidate
        fileprivate var known: PluginDescription?
        /// `usable`, `shadowed` or `broken`.
        fileprivate var status = "usable"
        fileprivate var reason: String?
    }

    let entries: [Entry]

    init(in context: Context) async throws {
        let candidates = context.pluginCandidates
        let describer = PluginDescriber(in: context)
        entries = try await withThrowingTaskGroup(of: (Int, Entry).self) { group in
            for (index, candidate) in candidates.enumerated() {
                group.addTask { (index, try await Self.entry(for: candidate, asking: describer)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private static func entry(for candidate: PluginCandidate, asking describer: PluginDescriber) async throws -> Entry {
        if let problem = candidate.problem {
            let status = problem.isShadow ? "shadowed" : "broken"
            return Entry(candidate: candidate, status: status, reason: problem.reason)
        }
        do {
            let known = try await describer.description(of: candidate.plugin)
            let isUnasked = known == nil && describer.isUnasked(candidate.plugin)
            let reason = isUnasked ? "not queried, because it is in the project" : nil
            return Entry(candidate: candidate, known: known, reason: reason)
        } catch let error as PluginDescriptionError {
            return Entry(candidate: candidate, status: "broken", reason: error.reason)
        }
    }

    var text: String {
        var table = Table()
        for entry in entries where entry.candidate.problem == nil {
            table.append(
                entry.candidate.plugin.name, entry.known?.version ?? "-", entry.known?.summary ?? "-",
                entry.candidate.plugin.path.string)
        }
        let rows = table.lines(width: nil)
        let problems = entries.compactMap { entry in
            entry.reason.map { "\(entry.candidate.plugin.path): \(entry.status): \($0)" }
        }
        let separator = rows.isEmpty || problems.isEmpty ? [] : [""]
        let shown = rows + separator + problems.map { $0.replacingControlCharacters() }
        return shown.joined(separator: "\n") + "\n"
    }

    var json: JSONValue { ["schema": 1, "plugins": .array(entries.map(\.json))] }
}

extension PluginListing.Entry {
    fileprivate var json: JSONValue {
        func text(_ string: String?) -> JSONValue { string.map { .string($0) } ?? .null }
        return [
            "name": .string(candidate.plugin.name), "path": .string(candidate.plugin.path.string),
            "status": .string(status), "reason": text(reason), "version": text(known?.version),
            "summary": text(known?.summary), "usage": text(known?.usage),
            "configuration": known?.json["configuration"] ?? .object([]),
        ]
    }
}

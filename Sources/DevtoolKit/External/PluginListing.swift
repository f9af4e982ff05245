import JSON
import SystemPackage

struct PluginListing: Sendable {
    struct Entry: Sendable {
        let candidate: PluginCandidate
        let description: Result<PluginDescription?, PluginDescriptionError>
        /// Whether the plugin could describe itself, but is in the project.
        let isUnasked: Bool

        fileprivate var known: PluginDescription? { (try? description.get()) ?? nil }

        /// `usable`, `shadowed` or `broken`.
        fileprivate var status: String {
            guard let problem = candidate.problem else {
                if case .failure = description { return "broken" }
                return "usable"
            }
            return problem.isShadow ? "shadowed" : "broken"
        }

        fileprivate var reason: String? {
            if let problem = candidate.problem { return problem.reason }
            if case .failure(let error) = description { return error.reason }
            return isUnasked ? "not queried, because it is in the project" : nil
        }
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
        func entry(_ description: Result<PluginDescription?, PluginDescriptionError>, isUnasked: Bool = false) -> Entry
        { Entry(candidate: candidate, description: description, isUnasked: isUnasked) }
        guard candidate.problem == nil else { return entry(.success(nil)) }
        do {
            let description = try await describer.description(of: candidate.plugin)
            return entry(.success(description), isUnasked: description == nil && describer.isUnasked(candidate.plugin))
        } catch let error as PluginDescriptionError { return entry(.failure(error)) }
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

import ArgumentParser
import JSON

/// A CI system that can make many jobs out of one.
enum TargetMatrix: String, ExpressibleByArgument, CaseIterable {
    case github, gitlab

    /// What makes the system run a job for each target, or for each shard.
    ///
    /// - Parameters:
    ///   - targets: the names of the targets.
    ///   - shards: how many jobs share them; nil for a job each.
    /// - Returns: JSON on one line for GitHub, as `fromJSON` takes it for `strategy.matrix`
    ///   (docs.github.com, "Running variations of jobs in a workflow"); YAML for GitLab
    ///   (docs.gitlab.com, "CI/CD YAML syntax reference", `parallel:matrix`), which JSON is, too.
    func text(of targets: [String], shards: Int?) -> String {
        let parts = shards.map { count in (1...count).map { "\($0)/\(count)" } }
        let names = (parts ?? targets).map { JSONValue.string($0) }
        switch self {
        case .github:
            return JSONValue.object([(parts == nil ? "target" : "shard", .array(names))])
                .compactText
        case .gitlab:
            let variable = parts == nil ? "TARGET" : "SHARD"
            return """
                .devtool-targets:
                  parallel:
                    matrix:
                      - \(variable): \(JSONValue.array(names).compactText)
                """
        }
    }
}

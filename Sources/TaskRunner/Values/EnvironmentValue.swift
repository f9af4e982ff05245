import DevtoolKit
import SystemPackage

struct EnvironmentValue: Sendable {
    let name: String
    let value: String
    let origin: String
    var isFromDotenv = false
    var isSecret = false

    /// The value, if it may be shown and stored.
    var shownValue: String { isSecret ? Secret.mask : value }
}

enum DotenvValues {
    static func beside(_ file: TaskFileScope, in context: Context, _ findings: inout [Diagnostic]) -> [EnvironmentValue]
    {
        let path = file.directory.appending(".env")
        guard path.isFile else { return [] }
        let name = path.shown(from: context.workingDirectory)
        let owners = TrustedOwners(in: context.environment).and(ownerOf: file.configurationFile)
        if let refusal = owners.refusal(of: path, shownAs: name) {
            findings.append(refusal)
            return []
        }
        return read(path, shownAs: name, at: nil, in: context, &findings)
    }

    static func read(
        _ file: DotenvFile, shownAs name: String, from directory: FilePath, in context: Context,
        _ findings: inout [Diagnostic]
    ) -> [EnvironmentValue] {
        let path = FilePath(holding: name).absolute(in: directory)
        if file.isOptional, !path.isFile { return [] }
        return read(path, shownAs: name, at: file.name.location, in: context, &findings)
    }

    private static func read(
        _ path: FilePath, shownAs name: String, at location: SourceLocation?, in context: Context,
        _ findings: inout [Diagnostic]
    ) -> [EnvironmentValue] {
        let bytes: [UInt8]
        do { bytes = try path.contents(upTo: Dotenv.sizeLimit) } catch {
            findings.append(
                Diagnostic(
                    "cannot read '\(name)': \(error)", at: location,
                    hint: path.isTaken ? nil : "write {file: \(name), optional: true} if it may be missing"))
            return []
        }
        let file = Dotenv(String(holding: bytes), shownAs: name)
        findings += file.findings
        // The environment wins, as with all programs that read such files.
        return file.variables.filter { context.environment[$0.key] == nil }.sorted { $0.key < $1.key }.map {
            EnvironmentValue(name: $0.key, value: $0.value.value, origin: name, isFromDotenv: true)
        }
    }
}

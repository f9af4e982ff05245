import Reporting
import YAML

/// Interpolates variables in a string: `${NAME}`, `${NAME:-default}`, `${NAME-default}`, and `$$` for a dollar sign;
/// other dollar signs are literal.
///
/// The default is literal and ends at the next `}`. After `:-` it also applies if the variable is empty.
struct Interpolation {
    struct Failure: Error {
        let message: String
        let ordinal: Int
        let hint: String?
    }

    private(set) var text = ""
    private(set) var failures: [Failure] = []

    init(_ template: String, variables: Variables) {
        guard template.utf8.contains(UInt8(ascii: "$")) else {
            text = template
            return
        }
        var text = String.UnicodeScalarView()
        var rest = template.unicodeScalars[...]
        var ordinal = 0
        while let dollar = rest.firstIndex(of: "$") {
            text += rest[..<dollar]
            rest = rest[dollar...]
            if rest.starts(with: "$$".unicodeScalars) {
                text.append("$")
                rest = rest.dropFirst(2)
                // ``ConfigurationFile/location(ofReference:in:)`` counts the last two characters of `$${` as a
                // reference.
                if rest.first == "{" { ordinal += 1 }
            } else if rest.starts(with: "${".unicodeScalars) {
                do throws(Failure) {
                    text += try Self.value(&rest, ordinal: ordinal, variables: variables).unicodeScalars
                } catch { failures.append(error) }
                ordinal += 1
            } else {
                text.append("$")
                rest = rest.dropFirst()
            }
        }
        self.text = String(text + rest)
    }

    private static func value(_ rest: inout Substring.UnicodeScalarView, ordinal: Int, variables: Variables)
        throws(Failure) -> String
    {
        func failure(_ message: String, hint: String? = nil) -> Failure {
            Failure(message: message, ordinal: ordinal, hint: hint)
        }
        let inside = rest.dropFirst(2)
        let literally = "write $${ for a literal ${"
        guard let end = inside.firstIndex(of: "}") else {
            rest = rest.suffix(0)
            throw failure("'${' without '}'", hint: literally)
        }
        rest = inside[end...].dropFirst()
        let reference = DefaultedName(Substring(inside[..<end]))
        let name = reference.name
        guard ProcessEnvironment.isName(name) else {
            throw failure(
                "'\(name)' is not the name of an environment variable",
                hint: (name.contains(".") ? "only environment variables are expanded here; " : "") + literally)
        }
        let value = variables[name]
        if let fallback = reference.fallback {
            if fallback.contains("${") { throw failure("a default cannot contain '${'") }
            return value.flatMap { reference.replaces(isEmpty: $0.isEmpty) ? nil : $0 } ?? fallback
        }
        guard let value else { throw failure("the environment variable \(name) is not set") }
        return value
    }
}

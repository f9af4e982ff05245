import Testing

@testable import Shell

/// What a template says of a line beside its references.
struct ShellTemplateTests {
    @Test(arguments: [
        ("${x.y} ${x.y}/z", [ShellRole.command, .argument]),
        ("A=${x.y} >${x.y} ${x.y} b", [.single, .single, .command]),
        ("if ${x.y} a; then ${x.y}; fi", [.command, .command]),
        ("for ${x.y} in ${x.y}; do :; done", [.other, .argument]),
        ("a $(${x.y} b) ${x.y} | ${x.y}/c", [.command, .argument, .command]),
        ("~${x.y} ${x.y}=1", [.other, .argument]), ("${x.y}=1", [.other]), ("$a${x.y} ${b:-${x.y}}", [.other, .other]),
        ("$(a=1) ${x.y}", [.argument]),
    ]) func roles(line: String, roles: [ShellRole]) {
        let found = ShellTemplate(line).pieces.compactMap { piece in
            if case .reference(_, _, let role, _) = piece { role } else { nil }
        }
        #expect(found == roles)
    }

    @Test(arguments: [
        ("echo $1", true), ("echo \"${@}\"", true), ("tool ${#}", true), ("echo `f $2`", true),
        ("cat <<X\n$1\nX", true), ("awk '{print $1}'", false), ("echo \\$1", false), ("echo $a ${#a}", false),
        ("cat <<'X'\n$1\nX", false),
    ]) func arguments(line: String, areRead: Bool) { #expect(ShellTemplate(line).readsArguments == areRead) }

    @Test(arguments: [
        ("${x.y}", "$${x.y}"), ("a${x} ${b-c.d}${e}", "a${x} ${b-c.d}${e}"), ("${a1.b}${c.d}", "$${a1.b}$${c.d}"),
        ("$", "$"), ("", ""),
    ]) func literals(text: String, literal: String) { #expect(ShellTemplate.literal(text) == literal) }
}

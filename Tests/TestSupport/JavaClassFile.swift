/// A class of Java, written as a compiler would (JVM specification, chapter 4), with methods that have no
/// code: enough for who only reads what it declares.
package struct JavaClassFile {
    /// The file.
    package private(set) var bytes: [UInt8] = []
    private var pool: [[UInt8]] = []

    /// Writes a class.
    ///
    /// - Parameters:
    ///   - name: its name, with slashes.
    ///   - parent: the class that it extends.
    ///   - change: the name that `@DatabaseChange` gives it; nil for no annotation.
    ///   - setters: its public methods with one argument.
    ///   - texts: the texts of its code.
    ///   - depth: how many annotations and lists the annotation has in each other.
    package init(
        _ name: String, extends parent: String = "java/lang/Object", change: String? = nil, setters: [String] = [],
        texts: [String] = [], depth: Int = 0
    ) {
        // A long number takes two places of the pool.
        pool = [[5] + [UInt8](repeating: 7, count: 8), []]
        let this = constant([7] + Self.two(utf8(name)))
        let parent = constant([7] + Self.two(utf8(parent)))
        for text in texts { _ = constant([8] + Self.two(utf8(text))) }
        let type = utf8("(Ljava/lang/String;)V")
        let methods = setters.map { setter in Self.two(1) + Self.two(utf8(setter)) + Self.two(type) + Self.two(0) }
        var attributes: [[UInt8]] = [attribute("SourceFile", Self.two(utf8("C.java")))]
        if let change {
            let nested = (0..<depth).reduce([UInt8(ascii: "I")] + Self.two(1)) { value, _ in
                [UInt8(ascii: "[")] + Self.two(1) + value
            }
            let elements = [
                Self.two(utf8("notes")) + nested, Self.two(utf8("name")) + [UInt8(ascii: "s")] + Self.two(utf8(change)),
            ]
            attributes.append(
                attribute(
                    "RuntimeVisibleAnnotations",
                    Self.two(1) + Self.two(utf8("Lliquibase/change/DatabaseChange;")) + Self.two(elements.count)
                        + elements.joined()))
        }
        let head: [UInt8] = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52]
        let flags = Self.two(0x21) + Self.two(this) + Self.two(parent)
        bytes = head + Self.two(pool.count + 1) + pool.joined() + flags
        bytes += Self.two(0) + Self.two(0) + Self.two(methods.count) + methods.joined()
        bytes += Self.two(attributes.count) + attributes.joined()
    }

    private mutating func attribute(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Self.two(utf8(name)) + [0, 0] + Self.two(content.count) + content
    }

    /// The place of a text in the pool, where it is put.
    private mutating func utf8(_ text: String) -> Int { constant([1] + Self.two(text.utf8.count) + Array(text.utf8)) }

    private mutating func constant(_ bytes: [UInt8]) -> Int {
        pool.append(bytes)
        return pool.count
    }

    private static func two(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
}

extension StoredZip {
    /// The jar of an extension of Liquibase that adds a change `vacuum` with an attribute `verbose`.
    package static let extensionJar = StoredZip([
        ("META-INF/services/liquibase.change.Change", Array("# one\nx.Vacuum # change\n".utf8)),
        ("x/Vacuum.class", JavaClassFile("x/Vacuum", change: "vacuum", setters: ["setVerbose"]).bytes),
        ("in/jar.sql", Array("--liquibase formatted sql\n--changeset a:1\nselect 1;\n".utf8)),
        ("in/part.sql", Array("select 2;\n".utf8)),
    ])
}

/// A compiled Java class (JVM specification, chapter 4), reduced to what concerns Liquibase.
///
/// The file is only read, never executed, and may be for any version of Java.
struct ClassFile {
    /// The superclass, with slashes in its name; `nil` for `java/lang/Object`.
    let parent: String?
    /// The names of JavaBeans properties, from public methods `setName`, `getName` and `isName`.
    private(set) var properties: Set<String> = []
    private(set) var settable: Set<String> = []
    private(set) var texts: Set<String>
    /// The string elements of annotations, by annotation type and element name.
    private(set) var annotations: [String: [String: String]] = [:]

    init(_ bytes: [UInt8]) throws(Damage) {
        var reader = ClassFileReader(bytes)
        guard try reader.number(4) == 0xCAFE_BABE else { throw Damage() }
        try reader.skip(4)
        let pool = try ConstantPool(&reader)
        try reader.skip(4)
        parent = pool.className(try reader.number(2))
        try reader.skip(2 * reader.number(2))
        for _ in 0..<(try reader.number(2)) { _ = try Self.member(&reader, in: pool) }
        texts = pool.texts
        for _ in 0..<(try reader.number(2)) {
            guard let method = try Self.member(&reader, in: pool), method.isPublic else { continue }
            let isSetter = method.name.hasPrefix("set")
            guard let name = Self.property(of: method.name), isSetter == !method.type.hasPrefix("()") else { continue }
            properties.insert(name)
            if isSetter { settable.insert(name) }
        }
        for _ in 0..<(try reader.number(2)) {
            let name = pool.utf8(try reader.number(2))
            let length = try reader.number(4)
            guard name == "RuntimeVisibleAnnotations" else {
                try reader.skip(length)
                continue
            }
            for _ in 0..<(try reader.number(2)) {
                let (type, elements) = try reader.annotation(in: pool)
                annotations[type] = elements
            }
        }
    }

    /// Adds the declarations of a superclass; the class's own annotations win.
    mutating func inherit(from base: ClassFile) {
        properties.formUnion(base.properties)
        settable.formUnion(base.settable)
        texts.formUnion(base.texts)
        annotations.merge(base.annotations) { own, _ in own }
    }

    struct Damage: Error {}

    /// A field or method without its attributes; `nil` if its name is not UTF-8.
    private static func member(_ reader: inout ClassFileReader, in pool: ConstantPool) throws(Damage) -> (
        name: String, type: String, isPublic: Bool
    )? {
        let isPublic = try reader.number(2) & 1 == 1
        let name = pool.utf8(try reader.number(2))
        let type = pool.utf8(try reader.number(2))
        for _ in 0..<(try reader.number(2)) {
            try reader.skip(2)
            try reader.skip(reader.number(4))
        }
        guard let name, let type else { return nil }
        return (name, type, isPublic)
    }

    /// The property of a method, with the name from `java.beans.Introspector.decapitalize`.
    private static func property(of method: String) -> String? {
        for prefix in ["set", "get", "is"] where method.hasPrefix(prefix) {
            let name = method.dropFirst(prefix.count)
            guard let first = name.first, first.isUppercase else { continue }
            let isAbbreviation = name.dropFirst().first?.isUppercase == true
            return isAbbreviation ? String(name) : first.lowercased() + name.dropFirst()
        }
        return nil
    }
}

/// The constants of a class (section 4.4), reduced to strings and references to them.
struct ConstantPool {
    private var names: [Int: String] = [:]
    private var classes: [Int: Int] = [:]
    private var strings: Set<Int> = []

    fileprivate init(_ reader: inout ClassFileReader) throws(ClassFile.Damage) {
        let count = try reader.number(2)
        var index = 1
        while index < count {
            switch try reader.number(1) {
            case 1:
                // Java's modified UTF-8 differs only for characters that Liquibase's names do not contain.
                names[index] = String(validating: try reader.bytes(reader.number(2)), as: UTF8.self)
            case 7: classes[index] = try reader.number(2)
            case 8: strings.insert(try reader.number(2))
            case 16, 19, 20: try reader.skip(2)
            case 15: try reader.skip(3)
            case 3, 4, 9, 10, 11, 12, 17, 18: try reader.skip(4)
            case 5, 6:
                try reader.skip(8)
                // They take two entries.
                index += 1
            default: throw ClassFile.Damage()
            }
            index += 1
        }
    }

    func utf8(_ index: Int) -> String? { names[index] }

    /// `nil` for Java's own classes.
    func className(_ index: Int) -> String? {
        classes[index].flatMap { names[$0] }.flatMap { $0.hasPrefix("java/") ? nil : $0 }
    }

    var texts: Set<String> { Set(strings.compactMap { names[$0] }) }
}

private struct ClassFileReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func bytes(_ count: Int) throws(ClassFile.Damage) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw ClassFile.Damage() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func skip(_ count: Int) throws(ClassFile.Damage) { _ = try bytes(count) }

    mutating func number(_ width: Int) throws(ClassFile.Damage) -> Int {
        try bytes(width).reduce(0) { $0 << 8 | Int($1) }
    }

    /// An annotation (section 4.7.16): its type and its string elements.
    mutating func annotation(in pool: ConstantPool, depth: Int = 0) throws(ClassFile.Damage) -> (
        type: String, elements: [String: String]
    ) {
        let type = pool.utf8(try number(2)) ?? ""
        var elements: [String: String] = [:]
        for _ in 0..<(try number(2)) {
            let name = pool.utf8(try number(2)) ?? ""
            if let text = try value(in: pool, depth: depth + 1) { elements[name] = text }
        }
        return (type, elements)
    }

    /// The maximum nesting of annotations and lists.
    private static let depthLimit = 16

    /// `nil` if the value is not a string.
    private mutating func value(in pool: ConstantPool, depth: Int) throws(ClassFile.Damage) -> String? {
        guard depth <= Self.depthLimit else { throw ClassFile.Damage() }
        switch UInt8(try number(1)) {
        case UInt8(ascii: "s"): return pool.utf8(try number(2))
        case UInt8(ascii: "e"): try skip(4)
        case UInt8(ascii: "@"): _ = try annotation(in: pool, depth: depth + 1)
        case UInt8(ascii: "["): for _ in 0..<(try number(2)) { _ = try value(in: pool, depth: depth + 1) }
        default: try skip(2)
        }
        return nil
    }
}

/// Builds a ``BoardPart`` from what a scanner tells of it.
struct PartBuilder {
    /// What is complete: the part itself, once nothing is open any more.
    private(set) var part = BoardPart.null

    private var open: [Container] = []

    private enum Container {
        case list([BoardPart])
        case object([String: BoardPart], key: String)
    }

    /// How many lists and objects are open.
    var depth: Int { open.count }

    mutating func beginObject() { open.append(.object([:], key: "")) }

    mutating func beginList() { open.append(.list([])) }

    /// Ends the innermost list or object.
    mutating func end() {
        switch open.popLast() {
        case .list(let elements): take(.list(elements))
        case .object(let members, _): take(.object(members))
        case nil: break
        }
    }

    /// Takes the key of the value that comes next.
    mutating func take(key: String) {
        if case .object(let members, _) = open.popLast() {
            open.append(.object(members, key: key))
        }
    }

    /// Takes a complete value.
    mutating func take(_ value: BoardPart) {
        // Taken off while it changes, so that its storage is not copied.
        switch open.popLast() {
        case .list(var elements):
            elements.append(value)
            open.append(.list(elements))
        case .object(var members, let key):
            members[key] = value
            open.append(.object(members, key: key))
        case nil:
            part = value
        }
    }
}

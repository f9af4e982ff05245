/// One part of a list that is divided among machines.
///
/// Every item is in exactly one part, regardless of the machine and of devtool's version.
package struct Shard: Sendable, Equatable {
    /// From 1.
    package let index: Int
    package let count: Int

    package init?(_ index: Int, of count: Int) {
        guard count > 0, (1...count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// Items with the same key are in the same part.
    package func contains(key: String) -> Bool { StableHash(of: key.utf8).value % UInt64(count) == UInt64(index - 1) }

    /// The lengths of the parts differ by at most one.
    package func items<Item>(of list: [Item]) -> [Item] {
        list.enumerated().filter { $0.offset % count == index - 1 }.map(\.element)
    }
}

/// The value of `--shard`: `2/5`, `auto` or `auto/5`.
package enum ShardChoice: Sendable, Equatable {
    case part(Shard)
    /// The part that the CI engine assigns through variables; the user may specify the number of parts.
    case engine(count: Int?)

    package init(_ text: String) throws(Problem) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let numbers = parts.map { Int(digits: $0) }
        switch (parts.count, parts[0]) {
        case (1, "auto"): self = .engine(count: nil)
        case (2, "auto"):
            guard let count = numbers[1], count > 0 else { throw .notShard(text) }
            self = .engine(count: count)
        case (2, _):
            guard let index = numbers[0], let count = numbers[1], let shard = Shard(index, of: count) else {
                throw .notShard(text)
            }
            self = .part(shard)
        default: throw .notShard(text)
        }
    }

    package func shard(in environment: [String: String]) throws(Problem) -> Shard {
        switch self {
        case .part(let shard): return shard
        case .engine(let count): return try ShardEngine.shard(in: environment, count: count)
        }
    }
}

extension Int {
    /// Parses ASCII digits without a sign.
    package init?(digits: some StringProtocol) {
        guard digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self.init(digits)
    }
}

extension Problem {
    package static func notShard(_ text: String) -> Problem {
        Problem(.usage, "invalid shard '\(text)'", hint: "write 2/5 (the second of five), auto or auto/5")
    }
}

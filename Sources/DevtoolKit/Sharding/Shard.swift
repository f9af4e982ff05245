/// One of the parts into which a list is divided among machines.
///
/// Every item is in exactly one part, on whatever machine and in whatever version that is asked.
package struct Shard: Sendable, Equatable {
    /// Which part it is, from 1.
    package let index: Int
    /// How many parts there are.
    package let count: Int

    /// The part of so many; nil if there is no such part.
    package init?(_ index: Int, of count: Int) {
        guard count > 0, (1...count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// Whether the items with this key are in this part: all of one key are in the same.
    package func contains(key: String) -> Bool {
        StableHash(of: key.utf8).value % UInt64(count) == UInt64(index - 1)
    }

    /// The items of a list that are in this part; the parts differ in length by one at the most.
    package func items<Item>(of list: [Item]) -> [Item] {
        list.enumerated().filter { $0.offset % count == index - 1 }.map(\.element)
    }
}

/// Which part of a list the user asks for: `2/5`, `auto` or `auto/5`.
package enum ShardChoice: Sendable, Equatable {
    /// This part.
    case part(Shard)
    /// The part that the engine names which has started devtool, of so many, if the user says it.
    case engine(count: Int?)

    /// Reads what the user wrote.
    ///
    /// - Throws: ``ShardError``.
    package init(_ text: String) throws(ShardError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let numbers = parts.map { Int(digits: $0) }
        switch (parts.count, parts[0]) {
        case (1, "auto"): self = .engine(count: nil)
        case (2, "auto"):
            guard let count = numbers[1], count > 0 else { throw .notShard(text) }
            self = .engine(count: count)
        case (2, _):
            guard let index = numbers[0], let count = numbers[1],
                let shard = Shard(index, of: count)
            else { throw .notShard(text) }
            self = .part(shard)
        default: throw .notShard(text)
        }
    }

    /// The part that is meant where these variables are set.
    ///
    /// - Throws: ``ShardError``.
    package func shard(in environment: [String: String]) throws(ShardError) -> Shard {
        switch self {
        case .part(let shard): return shard
        case .engine(let count): return try ShardEngine.shard(in: environment, count: count)
        }
    }
}

extension Int {
    /// Reads a number of ASCII digits and nothing else.
    package init?(digits: some StringProtocol) {
        guard digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self.init(digits)
    }
}

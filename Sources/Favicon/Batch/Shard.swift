/// One of the parts into which a list is divided among machines.
///
/// All lines with one host are in one part, so that the limits for a host, and what is remembered of
/// it, need no talk between the machines. Every line is in exactly one part, on whatever machine and in
/// whatever version that is asked.
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

    /// Whether a line is in this part.
    package func contains(_ line: BatchLine) -> Bool {
        StableHash(of: line.host.utf8).value % UInt64(count) == UInt64(index - 1)
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
    /// - Throws: ``BatchError``.
    package init(_ text: String) throws(BatchError) {
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
    /// - Throws: ``BatchError``.
    package func shard(in environment: [String: String]) throws(BatchError) -> Shard {
        switch self {
        case .part(let shard): return shard
        case .engine(let count): return try ShardEngine.shard(in: environment, count: count)
        }
    }
}

extension Int {
    /// Reads a number of ASCII digits and nothing else.
    init?(digits: some StringProtocol) {
        guard digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self.init(digits)
    }
}

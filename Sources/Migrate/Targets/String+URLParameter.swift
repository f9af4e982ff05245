extension String {
    func urlParameter(_ name: String) -> String? {
        let query = split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        return query.split(separator: "&").lazy.map { $0.split(separator: "=", maxSplits: 1) }.first {
            $0.count == 2 && $0[0] == name
        }.map { $0[1].percentDecoded }
    }
}

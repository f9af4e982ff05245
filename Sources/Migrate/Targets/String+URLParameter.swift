extension String {
    func urlParameter(_ name: String) -> String? {
        let query = split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let parameters: [[Substring]] = query.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
        return parameters.first { $0.count == 2 && $0[0] == name }?[1].percentDecoded
    }
}

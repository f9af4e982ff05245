import Fetching

extension WebURL {
    /// The most domains above a host that are asked; every one costs a connection.
    private static let parentLimit = 3

    /// The origins of the domains above the host's, the nearest first: of `a.b.example.com`
    /// `b.example.com` and `example.com`.
    ///
    /// Those under which registries give out names belong to nobody's site. Their list changes by the
    /// week, so a rule stands for it: a domain has at least two labels, and three where the last is
    /// that of a country, of two letters, and the one before it has no more than three, as in `co.uk`
    /// and `com.au`. Of short names under countries it leaves out the site itself, `gmx.de` for
    /// `www.gmx.de`; of longer registries, such as `gouv.fr` and `github.io`, it does not know.
    var parentDomains: [WebURL] {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        // Addresses are no names, and one that ends in a dot means what it says.
        guard labels.count > 2, !labels.contains(""), let last = labels.last,
            !host.hasPrefix("["), !last.allSatisfy(\.isNumber)
        else { return [] }
        let isOfCountry = last.utf8.count == 2 && labels[labels.count - 2].utf8.count <= 3
        let least = isOfCountry ? 3 : 2
        let port = port.map { ":\($0)" } ?? ""
        return labels.indices.dropFirst().dropLast(least - 1).prefix(Self.parentLimit)
            .compactMap { start in
                WebURL("\(scheme.rawValue)://\(labels[start...].joined(separator: "."))\(port)")
            }
    }
}

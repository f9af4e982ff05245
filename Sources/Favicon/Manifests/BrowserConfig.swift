import URLs
import XML

/// The icons in a `browserconfig.xml`, which describes the Windows tiles of a site.
///
/// ```xml
/// <browserconfig><msapplication><tile>
///     <square150x150logo src="/tile.png"/>
/// </tile></msapplication></browserconfig>
/// ```
struct BrowserConfig: Sendable {
    /// The maximum size in bytes; real files have a few hundred bytes.
    static let byteLimit = XMLReader.byteLimit
    let icons: [IconLink]

    init(_ bytes: [UInt8], at url: WebURL) throws {
        var tiles: [(name: TileName, reference: String)] = []
        try XMLReader.forEachElement(of: bytes) { element in
            guard element.path.count == 4, element.path.starts(with: Self.folder),
                let name = element.path.last.flatMap(TileName.init(element:)), let reference = element["src"]
            else { return }
            tiles.append((name, reference))
        }
        icons = tiles.suffix(PageTags.iconLimit).compactMap { tile in
            IconTarget(tile.reference, in: url).map { target in
                IconLink(source: .browserconfig, target: target, sizes: [tile.name.size])
            }
        }
    }

    private static let folder = ["browserconfig", "msapplication", "tile"]
}

extension TileName {
    /// The tile of an element, which has the name of the `meta` element without its prefix.
    fileprivate init?(element: String) { self.init(rawValue: "msapplication-\(element.asciiLowercased)") }
}

extension IconTarget {
    /// The icon that a reference in a file names by an http, https or `data:` URL; `nil` for other and empty
    /// references.
    init?(_ reference: String, in file: WebURL) {
        if let data = DataURL(reference) {
            guard !data.isEmpty else { return nil }
            self = .data(data)
        } else {
            // An empty reference names the file itself, which is not an image.
            guard let url = file.resolving(reference), url != file else { return nil }
            self = .web(url)
        }
    }
}

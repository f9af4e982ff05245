import DevtoolKit
import URLs

struct ContactSheetCard {
    let entry: IconOrder.Entry
    let number: Int
    let page: String

    private static let sizeLimit = 12
    private static let dataLimit = 64

    var text: String {
        """
        <li class="icon\(entry.isChosen ? " chosen" : "")">
        \(pictures)
        <h3>Icon \(number) <span class="mark \(mark.style)">\(mark.word)</span></h3>
        <p>\(Self.sentence(entry.reason))</p>
        <dl>
        \(facts.map { "<dt>\($0)</dt><dd>\($1)</dd>\n" }.joined())</dl>
        </li>

        """
    }

    /// The picture in its natural size, and in small sizes on light and dark tabs.
    ///
    /// The markup contains its data only twice, however often it is drawn: once as an image, and once for the style
    /// sheet.
    private var pictures: String {
        guard let picture = entry.dataURL else {
            return "<div class=\"pictures\"><span class=\"none\">\(absence)</span></div>"
        }
        let isScalable = entry.image?.sizes.isEmpty ?? false
        let tab = "aria-hidden=\"true\"><i></i><i class=\"large\"></i></span>"
        return """
            <div class="pictures" style="--icon:url(\(picture))">
            <span class="natural"><img\(isScalable ? " class=\"scalable\"" : "") src="\(picture)" \
            alt="\(alternative)"></span>
            <span class="tab light" \(tab)
            <span class="tab dark" \(tab)
            </div>
            """
    }

    private var absence: String {
        [.empty, .missing, .image].contains(entry.rejection?.place) ? "No image" : "Not loaded"
    }

    private var alternative: String { "Icon \(number) of \(VisibleText.escaped(page)), \(content ?? "")" }

    private var mark: (word: String, style: String) {
        if entry.isChosen { return ("chosen", "good") }
        return entry.rejection == nil ? ("possible", "plain") : ("not used", "bad")
    }

    private var facts: [(String, String)] {
        let facts: [(String, String?)] = [
            ("URL", address), ("Source", origin), ("Declared", declaration), ("Content", content),
            ("Length", entry.bytes.map { $0.count.counted("byte") }),
        ]
        return facts.compactMap { name, value in value.map { (name, $0) } }
    }

    private var address: String {
        switch entry.icon.target {
        case .web(let url): url.sheetLink
        case .data, .nothing:
            "<bdi dir=\"ltr\">" + VisibleText.escaped(entry.icon.target.description, limit: Self.dataLimit) + "</bdi>"
        }
    }

    private var origin: String {
        let link = entry.icon
        let kinds = link.kinds.map(\.rawValue).joined(separator: ", ")
        switch link.source {
        case .link:
            let place = link.isInNoscript ? "noscript" : link.isInHead ? "head" : "body"
            return "as \(kinds.isEmpty ? "link" : kinds), in \(place)"
        case .manifest:
            let purposes = link.purposes.map(\.rawValue).joined(separator: ", ")
            return "in the manifest" + (purposes.isEmpty ? "" : ", for \(purposes)")
        case .browserconfig: return "in browserconfig.xml"
        case .tile: return "as a Windows tile"
        case .default: return "not declared, but a default path that browsers try"
        }
    }

    private var declaration: String? {
        let link = entry.icon
        let texts = [
            link.sizes.listed(limit: Self.sizeLimit), link.type.map { Self.isolated($0) },
            link.media.map { "media " + Self.isolated($0) },
        ]
        let declaration = texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
        return declaration.isEmpty ? nil : declaration
    }

    private var content: String? {
        entry.image.map { image in
            let sizes = image.sizes.listed(limit: Self.sizeLimit)
            return "\(image.format) " + (sizes.isEmpty ? "of any size" : sizes)
        }
    }

    private static func isolated(_ text: String) -> String { "<bdi>\(VisibleText.escaped(text))</bdi>" }

    private static func sentence(_ words: String) -> String {
        isolated(words.prefix(1).uppercased() + words.dropFirst())
    }
}

extension WebURL {
    /// A link for a sheet, without user name and password, because the sheet may be shared.
    var sheetLink: String {
        let address = WebURL.withoutUserInfo(description)
        return """
            <a href="\(VisibleText.escaped(address, limit: .max))" rel="noreferrer noopener">\
            <bdi dir="ltr">\(VisibleText.escaped(address))</bdi></a>
            """
    }
}

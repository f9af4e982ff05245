import DevtoolKit

/// Writes a contact sheet page by page.
struct ContactSheetWriter: Sendable {
    private let file: AtomicFileWriter
    private var tally = ContactSheetTally()

    init(to file: AtomicFileWriter) throws {
        self.file = file
        try write(ContactSheet.begin)
    }

    mutating func append(_ page: ContactSheetPage) throws {
        tally.add(page)
        try write(ContactSheet.begin(page, number: tally.pages))
        for (index, icon) in page.icons.enumerated() {
            try write(ContactSheetCard(icon, number: index + 1, page: page.name).text)
        }
        try write(ContactSheet.end(page))
    }

    func finish() throws { try write(ContactSheet.end(tally)) }

    private func write(_ text: String) throws {
        var text = text
        // Safety: the bytes are only used during the call.
        try text.withUTF8 { try file.write(UnsafeRawBufferPointer($0)) }
    }
}

struct ContactSheetTally: Equatable {
    private(set) var pages = 0
    private(set) var found = 0
    private(set) var icons = 0
    private(set) var pictures = 0

    mutating func add(_ page: ContactSheetPage) {
        pages += 1
        found += page.hasIcon ? 1 : 0
        icons += page.icons.count
        pictures += page.icons.count { $0.entry.image != nil && $0.bytes?.isEmpty == false }
    }

    var text: String {
        let facts = [
            ("Pages", pages), ("With an icon", found), ("Without", pages - found), ("Icons", icons),
            ("Images", pictures),
        ]
        return """
            <footer id="summary">
            <h2>Summary</h2>
            <dl>
            \(facts.map { "<dt>\($0)</dt><dd>\($1)</dd>\n" }.joined())</dl>
            </footer>

            """
    }
}

import DevtoolKit

/// Writes a contact sheet page by page.
///
/// ```swift
/// let file = try AtomicFile(replacing: "icons.html")
/// var sheet = try ContactSheetWriter(to: file.writer)
/// try sheet.append(ContactSheetPage(name: "example.com", error: "example.com: no icon found"))
/// try sheet.finish()
/// try file.commit()
/// ```
struct ContactSheetWriter: Sendable {
    private let file: AtomicFileWriter
    private var tally = ContactSheetTally()

    /// Begins a sheet.
    ///
    /// - Throws: `FileError`, as all that follows.
    init(to file: AtomicFileWriter) throws {
        self.file = file
        try write(ContactSheet.begin)
    }

    /// Writes a page, of which nothing is kept.
    mutating func append(_ page: ContactSheetPage) throws {
        tally.add(page)
        try write(ContactSheet.begin(page, number: tally.pages))
        for (index, icon) in page.icons.enumerated() {
            try write(ContactSheetCard(icon, number: index + 1, page: page.name).text)
        }
        try write(ContactSheet.end(page))
    }

    /// Writes the summary; the file is complete then.
    func finish() throws {
        try write(ContactSheet.end(tally))
    }

    private func write(_ text: String) throws {
        var text = text
        // Safety: the bytes are lent for the call.
        try text.withUTF8 { try file.write(UnsafeRawBufferPointer($0)) }
    }
}

/// The counts in a sheet's summary.
struct ContactSheetTally: Equatable {
    /// All pages.
    private(set) var pages = 0
    /// Those with an icon.
    private(set) var found = 0
    /// All icons, chosen or not.
    private(set) var icons = 0
    /// Those of which the picture is there.
    private(set) var pictures = 0

    /// Counts a page.
    mutating func add(_ page: ContactSheetPage) {
        pages += 1
        found += page.hasIcon ? 1 : 0
        icons += page.icons.count
        pictures += page.icons.count { $0.entry.image != nil && $0.bytes?.isEmpty == false }
    }

    /// The end of the sheet.
    var text: String {
        let facts = [
            ("Pages", pages), ("With an icon", found), ("Without", pages - found),
            ("Icons", icons), ("Images", pictures),
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

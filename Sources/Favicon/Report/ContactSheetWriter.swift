import DevtoolKit

/// Writes a contact sheet page by page.
struct ContactSheetWriter: Sendable {
    private let file: AtomicFileWriter
    private var pages = 0
    private var found = 0
    private var icons = 0
    private var pictures = 0

    init(to file: AtomicFileWriter) throws {
        self.file = file
        try write(ContactSheet.begin)
    }

    mutating func append(_ page: ContactSheetPage) throws {
        pages += 1
        found += page.hasIcon ? 1 : 0
        icons += page.icons.count
        pictures += page.icons.count { $0.image != nil && $0.bytes?.isEmpty == false }
        try write(ContactSheet.begin(page, number: pages))
        for (index, icon) in page.icons.enumerated() {
            try write(ContactSheetCard(entry: icon, number: index + 1, page: page.name).text)
        }
        try write(ContactSheet.end(page))
    }

    func finish() throws {
        let facts = [
            ("Pages", pages), ("With an icon", found), ("Without", pages - found), ("Icons", icons),
            ("Images", pictures),
        ]
        try write(
            """
            </main>
            <footer id="summary">
            <h2>Summary</h2>
            <dl>
            \(facts.map { "<dt>\($0)</dt><dd>\($1)</dd>\n" }.joined())</dl>
            </footer>
            </body>
            </html>

            """)
    }

    private func write(_ text: String) throws {
        var text = text
        // Safety: the bytes are only used during the call.
        try text.withUTF8 { try file.write(UnsafeRawBufferPointer($0)) }
    }
}

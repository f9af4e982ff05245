package import DevtoolKit

/// Writes a contact sheet page by page.
///
/// ```swift
/// let file = try AtomicFile(replacing: "icons.html")
/// var sheet = try ContactSheetWriter(to: file.writer)
/// try sheet.append(ContactSheetPage(name: "example.com", error: "example.com: no icon found"))
/// try sheet.finish()
/// try file.commit()
/// ```
package struct ContactSheetWriter: Sendable {
    private let file: AtomicFileWriter
    private var tally = ContactSheetTally()

    /// Begins a sheet.
    ///
    /// - Throws: `FileError`, as all that follows.
    package init(to file: AtomicFileWriter) throws {
        self.file = file
        try write(ContactSheet.begin)
    }

    /// Writes a page, of which nothing is kept.
    package mutating func append(_ page: ContactSheetPage) throws {
        tally.add(page)
        try write(ContactSheet.begin(page, number: tally.pages))
        for (index, icon) in page.icons.enumerated() {
            try write(ContactSheetCard(icon, number: index + 1, page: page.name).text)
        }
        try write(ContactSheet.end(page))
    }

    /// Writes the summary; the file is complete then.
    package func finish() throws {
        try write(ContactSheet.end(tally))
    }

    private func write(_ text: String) throws {
        var text = text
        // Safety: the bytes are lent for the call.
        try text.withUTF8 { try file.write(UnsafeRawBufferPointer($0)) }
    }
}

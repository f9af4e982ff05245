/// What the pages of a sheet come to.
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
            ("Icons in all", icons), ("Pictures", pictures),
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

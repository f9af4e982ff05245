import URLs

/// The markup of a contact sheet: a self-contained HTML page that shows icons, without scripts and external resources.
///
/// It is generated in pieces, so that a sheet of 100,000 pages never has to fit into memory. Text from pages and
/// servers is always escaped. Icons are only used as images, in which an SVG runs no script and loads nothing.
enum ContactSheet {
    /// The style skips the layout of pages that are out of sight, because a sheet may have thousands.
    static let style = String(decoding: PackageResources.contact_sheet_css, as: UTF8.self)

    static let begin = begin(
        title: "Web page icons", style: style,
        tools: """
            <input type="checkbox" id="missing"><label for="missing">Only pages without an icon</label>
            <a href="#summary">Summary</a>
            """)

    static func begin(title: String, style: String, tools: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
        style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <title>\(title)</title>
        <style>
        \(style)</style>
        </head>
        <body>
        <header>
        <h1>\(title)</h1>
        </header>
        <div class="tools">
        \(tools)
        </div>
        <main>

        """
    }

    static func begin(_ page: ContactSheetPage, number: Int) -> String {
        let link = page.url?.sheetLink
        let isNamedByURL = page.url.map { WebURL.withoutUserInfo($0.description) == page.name } ?? false
        let name = VisibleText.escaped(page.name.isEmpty ? "(no name)" : page.name)
        let title = isNamedByURL ? link : nil
        let address = isNamedByURL ? nil : link.map { "<p>\($0)</p>\n" }
        return """
            <section class="page\(page.hasIcon ? " found" : "")" aria-labelledby="page-\(number)">
            <h2 id="page-\(number)">\(title ?? "<bdi>\(name)</bdi>")</h2>
            \(address ?? "")\(verdict(on: page))
            \(page.icons.isEmpty ? "" : "<ol>\n")
            """
    }

    static func end(_ page: ContactSheetPage) -> String { (page.icons.isEmpty ? "" : "</ol>\n") + "</section>\n" }

    private static func verdict(on page: ContactSheetPage) -> String {
        let error = page.error.map { "<bdi>\(VisibleText.escaped($0))</bdi>" }
        guard page.hasIcon else { return "<p class=\"verdict\">\(error ?? "No icon found")</p>" }
        let note = page.note.map { ", but <bdi>\(VisibleText.escaped($0))</bdi>" }
        return error.map { "<p class=\"verdict\">\($0)</p>" } ?? "<p>Icon found\(note ?? "")</p>"
    }
}

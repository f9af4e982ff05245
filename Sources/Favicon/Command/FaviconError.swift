import DevtoolKit
import Fetching
import URLs
import SystemPackage

enum FaviconError: DiagnosableError, Equatable {
    case noInput(FilePath, Errno)
    case notFetchable(String)
    case invalidBase(String)
    case badLine(BatchLine.Problem, String)
    case unreachable(FetchError)
    /// Neither the page nor its server has an icon, or none that the browser shows.
    case noIcon(of: String, because: String?)
    case iconDeclined(by: String)
    case status(Int, of: String)
    /// The server responded with an error, and the icon is that of the error page, or the server's default.
    case errorPage(Int, of: String, isOfServer: Bool)
    /// None of the declared icons is usable; the reason is that of the first one.
    case noneProved(of: String, because: String)
    case uncheckedPage(Int, of: String)
    case uncheckedLength(of: String)
    case notAPage(String, type: String)
    /// The page to check redirects to another one that cannot be checked.
    case uncheckedRefresh(of: String, because: String?)
    /// All icons and manifests are outside of the URL set for the folder, or on other hosts if none is set.
    case nothingBelow(String?, hosts: [String])
    case notAFile(FilePath)
    case notBelow(FilePath, root: FilePath)
    case checkOfStandardInput
    case noPages(FilePath)
    case tooManyFiles(FilePath, limit: Int)
    case unknownBase(of: String)

    static func noChoice(in finding: IconFinding, of name: String) -> FaviconError {
        if finding.order.isDeclined { return .iconDeclined(by: name) }
        if let error = finding.order.firstFailure { return .unreachable(error) }
        if finding.page.document == nil, !finding.page.unresolved.isEmpty { return .unknownBase(of: name) }
        if let status = finding.status, !(200...299).contains(status) { return .status(status, of: name) }
        let refused = finding.order.entries.first { entry in !entry.icon.isOfServer && entry.rejection != nil }
        if finding.order.isOfRefusedLinks, let refused {
            return .noneProved(of: name, because: "'\(refused.icon.target.shortened)': \(refused.reason)")
        }
        let asked = finding.order.isAsBrowser ? finding.order.shown.reason : nil
        return .noIcon(of: name, because: asked)
    }

    /// The error for an argument that is not a URL, or that cannot be parsed without libcurl.
    static func noURL(_ text: String) -> FaviconError {
        CurlHTTPClient.libraryError(reading: text).map { .unreachable($0) } ?? .notFetchable(text)
    }

    /// The error for a base URL.
    static func badBase(_ text: String) -> FaviconError {
        CurlHTTPClient.libraryError(reading: text).map { .unreachable($0) } ?? .invalidBase(text)
    }

    /// Some servers reject unknown user agents.
    private static func hint(for status: Int) -> String? {
        status == 403 ? "if a browser can load the page, pass that browser's User-Agent with --user-agent" : nil
    }
    var message: String { diagnostic.message }
    var diagnostics: [Diagnostic] { [diagnostic] }

    private var diagnostic: Diagnostic {
        switch self {
        case .noInput(let path, let errno):
            // A missing file may be a misspelled URL, which may contain a password.
            Diagnostic(
                "cannot read '\(errno == .noSuchFileOrDirectory ? WebURL.shown(path.string) : path.string)': \(errno)",
                hint: errno == .isDirectory
                    ? "to check the icons of a folder, run 'devtool favicon --check FOLDER'" : nil)
        case .notFetchable(let text): Diagnostic("\(WebURL.shown(text)): not an http or https URL")
        case .invalidBase(let text):
            Diagnostic("'--base-url' must be an http or https URL, not '\(WebURL.shown(text))'")
        case .badLine(let problem, let text): Diagnostic("\(WebURL.shown(text)): \(problem.rawValue)")
        case .unreachable(let error): Diagnostic(error.description, hint: error.hint)
        case .noIcon(let page, let reason): Diagnostic("\(page): no icon found\(reason.map { ": \($0)" } ?? "")")
        case .noneProved(let page, let reason):
            Diagnostic(
                "\(page): no icon found: no declared icon is usable (\(reason))",
                hint: "use --explain to see why each icon was rejected")
        case .status(let status, let page):
            Diagnostic(
                "\(page): no icon found: the server responded with status \(status)", hint: Self.hint(for: status))
        case .errorPage(let status, let page, let isOfServer):
            Diagnostic(
                "\(page): the server responded with status \(status); the icon is "
                    + (isOfServer ? "the server's default" : "from its error page"), hint: Self.hint(for: status))
        case .uncheckedPage(let status, let page):
            Diagnostic(
                "\(page): the server responded with status \(status), so nothing was checked",
                hint: Self.hint(for: status))
        case .uncheckedLength(let page):
            Diagnostic("\(page): the page is larger than \(IconFinder.pageLimit >> 20) MiB, so nothing was checked")
        case .notAPage(let name, let type):
            Diagnostic(
                "\(name): \(type.isEmpty ? "an empty page" : "not an HTML page, but '\(type)'"), "
                    + "so nothing was checked")
        case .uncheckedRefresh(let name, let reason):
            Diagnostic("\(name): \(reason ?? "the page redirects immediately"), so nothing was checked")
        case .nothingBelow(nil, let hosts):
            Diagnostic(
                "all icons and manifests that the pages link to are on other hosts ("
                    + "\(hosts.listed(", "))), so nothing was checked",
                hint: hosts.count == 1
                    ? "if that is the site's host, use --base-url https://\(hosts[0])/, or run the check on "
                        + "the deployed site's URL"
                    : "set the site's URL with --base-url, or run the check on the deployed site's URL")
        case .notAFile(let path): Diagnostic("\(path): not a file, so nothing was checked")
        case .nothingBelow(let url?, _):
            Diagnostic(
                "none of the icons and manifests that the pages link to are below \(url), so nothing was checked",
                hint: "correct --base-url, or run the check on the deployed site's URL")
        case .notBelow(let path, let root): Diagnostic("'\(path)' is not in the '--root' folder '\(root)'")
        case .checkOfStandardInput: Diagnostic("'--check' requires a URL, a file or a folder, not standard input")
        case .noPages(let folder):
            Diagnostic(
                "\(folder): the folder has no HTML pages, so nothing was checked",
                hint: "specify the folder that contains the built site")
        case .tooManyFiles(let folder, let limit): Diagnostic("\(folder): the folder has more than \(limit) files")
        case .iconDeclined(let page): Diagnostic("\(page): the page declares that it has no icon")
        case .unknownBase(let page):
            Diagnostic("\(page): no icon found: its links are relative", hint: "use --base-url to set the page's URL")
        }
    }

    /// 1 (no icon), 64 (wrong argument), 65 (bad data), 66 (missing input), 69 (failed request) or 75 (timeout).
    var exitStatus: ExitStatus {
        switch self {
        case .noInput, .notAFile: .noInput
        case .notFetchable, .invalidBase, .badLine, .checkOfStandardInput, .notBelow: .usage
        case .noPages, .tooManyFiles, .uncheckedLength, .notAPage, .uncheckedRefresh, .nothingBelow: .badData
        case .unreachable(.timedOut): .timedOut
        case .unreachable, .status, .errorPage, .uncheckedPage: .unavailable
        case .noIcon, .noneProved, .iconDeclined, .unknownBase: .problemsFound
        }
    }
}

import DevtoolKit
import Fetching
import URLs
import SystemPackage

/// The reason why no icon is printed.
enum FaviconError: DiagnosableError, Equatable {
    /// The file is missing or cannot be read.
    case noInput(FilePath, Errno)
    /// The argument or option is not an http or https URL.
    case notFetchable(String)
    /// A line of a list names no page.
    case badLine(BatchLine.Problem, String)
    /// A list has no line that may name a page.
    case emptyList(String)
    /// Some pages of a list have no icon, in this run or an earlier one.
    case lackingIcons(BatchTally)
    /// An option is of no use for a list of pages.
    case optionForOnePage(String)
    /// An option for files stands beside the URL of a page, which makes it needless.
    case optionForFiles(String, because: String)
    /// The page cannot be fetched.
    case unreachable(FetchError)
    /// Neither the page nor its server has an icon, or none that a browser shows, for a reason.
    case noIcon(of: String, because: String?)
    /// The page says that it has none, with `data:,`.
    case iconDeclined(by: String)
    /// The server answered with an error, and has no icon.
    case status(Int, of: String)
    /// The server answered with an error, and the icon is that of the page that says so, or the server's.
    case errorPage(Int, of: String, isOfServer: Bool)
    /// The icons that the page names are none, the first for a reason.
    case noneProved(of: String, because: String)
    /// A page that is to be checked is answered with an error.
    case uncheckedPage(Int, of: String)
    /// A page that is to be checked is longer than pages are read.
    case uncheckedLength(of: String)
    /// What is to be checked is empty, or of another type than HTML.
    case notAPage(String, type: String)
    /// A page that is to be checked leads to another one at once, for which there may be a reason why that is not checked.
    case uncheckedRefresh(of: String, because: String?)
    /// Nothing that the pages of a folder name is below the URL that the folder is said to have, or in it if nobody says
    /// one, but on other hosts.
    case nothingBelow(String?, hosts: [String])
    /// What is to be checked is no file that could be read again, such as a pipe.
    case notAFile(FilePath)
    /// What is to be checked is not below the folder that is said to be the site's.
    case notBelow(FilePath, root: FilePath)
    /// Standard input is to be checked, which has no icons beside it.
    case checkOfStandardInput
    /// A folder that is to be checked has no pages.
    case noPages(FilePath)
    /// A folder that is to be checked has more files than any site.
    case tooManyFiles(FilePath, limit: Int)
    /// The page has icons, but relative to a URL that is not known.
    case unknownBase(of: String)

    /// Why no icon of a page is chosen, which messages call by a name.
    static func noChoice(in finding: IconFinding, of name: String) -> FaviconError {
        if finding.order.isDeclined { return .iconDeclined(by: name) }
        if let error = finding.order.firstFailure { return .unreachable(error) }
        if finding.page.document == nil, !finding.page.unresolved.isEmpty {
            return .unknownBase(of: name)
        }
        if let status = finding.status, !(200...299).contains(status) {
            return .status(status, of: name)
        }
        let refused = finding.order.entries.first { entry in
            !entry.icon.isOfServer && entry.rejection != nil
        }
        if finding.order.isOfRefusedLinks, let refused {
            return .noneProved(
                of: name, because: "'\(refused.icon.target.shortened)': \(refused.reason)")
        }
        let asked = finding.order.isAsBrowser ? finding.order.shown.reason : nil
        return .noIcon(of: name, because: asked)
    }

    /// The error for an argument that is no URL.
    static func noURL(_ text: String) -> FaviconError {
        CurlHTTPClient.libraryError(reading: text).map { .unreachable($0) } ?? .notFetchable(text)
    }

    /// The most hosts that a message lists.
    private static let shownHosts = 5

    /// Some servers refuse programs of which they do not know the name.
    private static func hint(for status: Int) -> String? {
        status == 403 ? "if a browser gets the page, name one with --user-agent" : nil
    }

    /// What is wrong, in one sentence.
    var message: String { diagnostic.message }

    /// The sentence for the user.
    var diagnostics: [Diagnostic] { [diagnostic] }

    private var diagnostic: Diagnostic {
        switch self {
        case .noInput(let path, let errno):
            // What is no file may be meant to be a URL.
            Diagnostic(
                "cannot read '\(errno == .noSuchFileOrDirectory ? WebURL.shown(path.string) : path.string)': \(errno)",
                hint: errno == .isDirectory ? "use --check to check the icons of a folder" : nil)
        case .notFetchable(let text):
            Diagnostic("\(WebURL.shown(text)): not an http or https URL")
        case .badLine(let problem, let text):
            Diagnostic("\(WebURL.shown(text)): \(problem.rawValue)")
        case .emptyList(let list): Diagnostic("\(list): the list contains no pages")
        case .lackingIcons(let tally):
            Diagnostic(tally.summary)
        case .optionForOnePage(let option):
            Diagnostic("'\(option)' and '--batch' cannot be combined")
        case .optionForFiles(let option, let reason):
            Diagnostic("'\(option)' requires a page in a file: \(reason)")
        case .unreachable(let error):
            Diagnostic(error.description, hint: error.hint)
        case .noIcon(let page, let reason):
            Diagnostic("\(page): no icon found\(reason.map { ": \($0)" } ?? "")")
        case .noneProved(let page, let reason):
            Diagnostic(
                "\(page): no icon found: no declared icon is usable (\(reason))",
                hint: "use --explain to see why each was rejected")
        case .status(let status, let page):
            Diagnostic(
                "\(page): no icon found: the server responded with status \(status)",
                hint: Self.hint(for: status))
        case .errorPage(let status, let page, let isOfServer):
            Diagnostic(
                "\(page): the server responded with status \(status); the icon is "
                    + (isOfServer ? "the server's default" : "from its error page"),
                hint: Self.hint(for: status))
        case .uncheckedPage(let status, let page):
            Diagnostic(
                "\(page): the server responded with status \(status), so nothing was checked",
                hint: Self.hint(for: status))
        case .uncheckedLength(let page):
            Diagnostic(
                "\(page): the page has more than \(IconFinder.pageLimit >> 20) MiB, so nothing was "
                    + "checked")
        case .notAPage(let name, let type):
            Diagnostic(
                "\(name): \(type.isEmpty ? "an empty page" : "not an HTML page, but '\(type)'"), "
                    + "so nothing was checked")
        case .uncheckedRefresh(let name, let reason):
            Diagnostic(
                "\(name): \(reason ?? "the page leads to another one at once"), so nothing was "
                    + "checked")
        case .nothingBelow(nil, let hosts):
            Diagnostic(
                "all icons and manifests that the pages name are on other hosts ("
                    + hosts.prefix(Self.shownHosts).joined(separator: ", ")
                    + "\(hosts.count > Self.shownHosts ? ", …" : "")), so nothing was checked",
                hint: hosts.count == 1
                    ? "if that is the site, use --base-url https://\(hosts[0])/, or check the "
                        + "deployed site by its URL"
                    : "name the URL of the site with --base-url, or check the deployed site by its "
                        + "URL")
        case .notAFile(let path):
            Diagnostic("\(path): not a file, so nothing was checked")
        case .nothingBelow(let url?, _):
            Diagnostic(
                "no icon or manifest that the pages name is below \(url), so nothing was checked",
                hint: "correct --base-url, or check the deployed site by its URL")
        case .notBelow(let path, let root):
            Diagnostic("'\(path)' is not in the folder '\(root)' that '--root' names")
        case .checkOfStandardInput:
            Diagnostic("'--check' requires a URL, a file or a folder, not standard input")
        case .noPages(let folder):
            Diagnostic(
                "\(folder): the folder has no HTML pages, so nothing was checked",
                hint: "name the folder into which the site is built")
        case .tooManyFiles(let folder, let limit):
            Diagnostic("\(folder): the folder has more than \(limit) files")
        case .iconDeclined(let page):
            Diagnostic("\(page): the page declares that it has no icon")
        case .unknownBase(let page):
            Diagnostic(
                "\(page): no icon found: its links are relative",
                hint: "use --base-url to set the page's URL")
        }
    }

    /// 1 for a page without an icon, 64 for a wrong argument, 65 for an empty list or folder, 66 without input, 69 when nobody
    /// answers, or with an error, 75 when the time is up.
    var exitStatus: ExitStatus {
        switch self {
        case .noInput, .notAFile: .noInput
        case .notFetchable, .badLine, .optionForOnePage, .optionForFiles, .checkOfStandardInput,
            .notBelow:
            .usage
        case .emptyList, .noPages, .tooManyFiles, .uncheckedLength, .notAPage, .uncheckedRefresh,
            .nothingBelow:
            .badData
        case .unreachable(.timedOut): .timedOut
        case .unreachable, .status, .errorPage, .uncheckedPage: .unavailable
        case .noIcon, .noneProved, .iconDeclined, .unknownBase, .lackingIcons: .problemsFound
        }
    }
}

import Foundation
import SystemPackage
import TestSupport
import Testing

/// The input `comment` of `action.yml` and `templates/devtool.yml`, with a server that answers as the APIs of GitHub
/// and GitLab do.
@Suite struct ReviewCommentScenarios {
    enum Service: String, CaseIterable, CustomTestStringConvertible {
        case gitHub, gitLab
        var testDescription: String { rawValue }
    }

    /// Prints a plan where each of the two takes it.
    private static let program = """
        #!/bin/sh
        case "$*" in
        --version) echo 1.2.3 ;;
        *plan*) cat "$PLAN" >>"${GITHUB_STEP_SUMMARY:-/dev/null}" && cat "$PLAN" && exit "${STATUS:-0}" ;;
        esac

        """
    private static let plan = "### devtool migrate plan update: dev\n\n1 changeset: `é` \"a\\b\" ❌\n"
    private static let body = "<!-- devtool: devtool -->\n\(plan)"

    /// What a job that comments did.
    private struct Job {
        let api: ReviewAPI
        let status: Int32
        /// Everything in its log.
        let log: String
        let folder: TemporaryFolder
    }

    /// Runs the action with `comment: true`, or the job of the component.
    private func run(
        _ service: Service, plan: String = plan, status: Int32 = 0, comments: String? = nil, answers: String? = nil,
        token: String? = nil, request: String = "7", shell: [String] = ["/bin/sh", "-e"], on running: ReviewAPI? = nil,
        prepare: (Scenario) throws -> Scenario = { $0 }
    ) async throws -> Job {
        let api: ReviewAPI
        if let running { api = running } else { api = try await ReviewAPI() }
        if let comments { try api.folder.write(comments, to: "comments.json") }
        if let answers { try api.folder.write(answers, to: "answers") }
        let base = try await Scenario.release(of: Self.program).file("plan.md", plan)
        let scenario = try prepare(
            base.variable("PLAN", base.folder.path.appending("plan.md").string).variable("STATUS", "\(status)"))
        switch service {
        case .gitHub:
            let runner = try ScriptedGitHubRunner(
                scenario.variable("GITHUB_API_URL", api.url).variable("GITHUB_REPOSITORY", "owner/project").variable(
                    "GITHUB_SERVER_URL", "https://github.example"
                ).variable("GITHUB_RUN_ID", "5"), pullRequest: request, token: token ?? "ghs_good")
            let run = try await runner.run([
                "version": "1.2.3", "base-url": scenario.releases, "command": "migrate plan", "comment": "true",
            ])
            return Job(api: api, status: run.status, log: run.output + run.error, folder: scenario.folder)
        case .gitLab:
            let component = try GitLabComponent(DocumentationPage("templates/devtool.yml").text)
            let jobs = try component.jobs([
                "image": "registry.example.com/java:21", "targets": #"["dev", "prod"]"#, "comment": "true",
                "comment-token": "BOT_TOKEN",
            ])
            let job = try #require(jobs.first { $0.name == "devtool plan" }?.job)
            let project = scenario.folder.path.appending("project").string
            try FileManager.default.createDirectory(atPath: project, withIntermediateDirectories: true)
            let bin = scenario.folder.path.appending("devtool-1.2.3-linux-x86_64").string
            let variables = job.variables.merging([
                "PATH": "\(bin):\(scenario.value(of: "PATH") ?? "")", "CI_API_V4_URL": api.url,
                "CI_MERGE_REQUEST_PROJECT_ID": "3", "CI_MERGE_REQUEST_IID": request, "CI_PROJECT_DIR": project,
                "CI_JOB_URL": "https://gitlab.example/-/jobs/5", "BOT_TOKEN": token ?? "glpat-good",
            ]) { $1 }
            let outcome = try await variables.reduce(scenario) { $0.variable($1.key, $1.value) }.script(
                job.script, with: shell, in: "project")
            return Job(
                api: api, status: outcome.status, log: outcome.outputText + outcome.errorText, folder: scenario.folder)
        }
    }

    /// The lines of the log that say why there is no comment.
    private func notes(_ job: Job) -> [String] {
        job.log.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /^(?:::notice title=devtool::|devtool: )no comment: (.*)/).map { String($0.1) }
        }
    }

    @Test(arguments: Service.allCases) func thereIsOneCommentThatIsUpdated(service: Service) async throws {
        let first = try await run(service)
        #expect(first.status == 0)
        #expect(first.api.comments == [Self.body])
        #expect(notes(first) == [])
        let second = try await run(service, plan: "### now\n", on: first.api)
        #expect(second.api.comments == ["<!-- devtool: devtool -->\n### now\n"])
        let (list, one) =
            service == .gitHub
            ? ("/repos/owner/project/issues/7/comments", "PATCH /repos/owner/project/issues/comments/100")
            : ("/projects/3/merge_requests/7/notes", "PUT /projects/3/merge_requests/7/notes/100")
        let user = service == .gitLab ? ["GET /user"] : []
        let search = user + ["GET \(list)?per_page=100&page=1"]
        #expect(second.api.requests == search + ["POST \(list)"] + search + [one])
    }

    @Test func gitHubsStepSummaryHasThePlanToo() async throws {
        let job = try await run(.gitHub)
        #expect(job.folder.text("files/summary") == Self.plan)
    }

    @Test func gitLabsJobPlansForAllTargetsAndKeepsThePlan() async throws {
        let job = try await run(.gitLab) { scenario in
            try scenario.file(
                "devtool-1.2.3-linux-x86_64/devtool", "#!/bin/sh\nprintf '[%s]' \"$@\" >>../words\necho plan\n")
        }
        #expect(job.folder.text("project/devtool-plan.md") == "plan\n")
        #expect(
            job.folder.text("words")
                == "[--config][devtool.yml][migrate][install][--with-drivers][--config][devtool.yml]"
                + "[--report][junit=devtool-plan.xml][migrate][--target][dev,prod][plan][--markdown][update]")
    }

    /// A comment of others stays, even with our mark, and so do our author's other comments.
    @Test(arguments: Service.allCases) func onlyTheCommentOfTheAuthorWithTheMarkIsChanged(service: Service) async throws
    {
        let (author, own, other) =
            service == .gitHub
            ? ("user", #"{"login": "github-actions[bot]"}"#, #"{"login": "ada"}"#)
            : ("author", #"{"id": 99}"#, #"{"id": 7}"#)
        let comments = """
            [{"id": 1, "body": "<!-- devtool: devtool -->\\nx", "\(author)": \(other)},
             {"id": 2, "body": "x <!-- devtool: devtool -->", "\(author)": \(own)},
             {"id": 3, "body": "<!-- devtool: other -->\\n", "\(author)": \(own)}, {"id": 4, "body": null}]
            """
        let job = try await run(service, comments: comments)
        #expect(job.api.comments.count == 5)
        #expect(job.api.comments.last == Self.body)
        #expect(job.api.comments.prefix(2) == ["<!-- devtool: devtool -->\nx", "x <!-- devtool: devtool -->"])
    }

    @Test(arguments: Service.allCases) func pagesAreFollowed(service: Service) async throws {
        let (author, own) =
            service == .gitHub ? ("user", #"{"login": "github-actions[bot]"}"#) : ("author", #"{"id": 99}"#)
        let user = service == .gitHub ? #"{"login": "github-actions[bot]", "id": 41898282}"# : own
        let others = (1...230).map { #"{"id": \#($0), "body": "x", "\#(author)": \#(own)}"# }
        let server = service == .gitHub ? user : #"{"username": "project_7_bot", "id": 99}"#
        let ours = #"{"id": 999, "body": "<!-- devtool: devtool -->\nold", "\#(author)": \#(server)}"#
        let job = try await run(service, comments: "[\((others + [ours]).joined(separator: ","))]")
        #expect(job.api.comments.count == 231)
        #expect(job.api.comments.last == Self.body)
        #expect(job.api.requests.count { $0.contains("page=") } == 3)
    }

    /// The API's limits count characters.
    @Test(arguments: Service.allCases) func aLongPlanIsCutWithALink(service: Service) async throws {
        let limit = service == .gitHub ? 65_536 : 1_000_000
        let fits = String(repeating: "❌", count: limit - 26)
        let whole = try await run(service, plan: fits)
        #expect(whole.api.comments == ["<!-- devtool: devtool -->\n\(fits)"])
        let cut = try await run(service, plan: fits + "x", on: whole.api)
        let link =
            service == .gitHub
            ? "https://github.example/owner/project/actions/runs/5" : "https://gitlab.example/-/jobs/5"
        let comment = try #require(cut.api.comments.first)
        #expect(comment.unicodeScalars.count == limit)
        #expect(
            comment.hasPrefix("<!-- devtool: devtool -->\nThis is the beginning; [the job](\(link)) has the rest.\n\n❌")
        )
    }

    @Test(arguments: Service.allCases, ["401", "403", "404", "500", "429"]) func aRefusalIsNoFailure(
        service: Service, status: String
    ) async throws {
        let job = try await run(service, answers: "POST \(status)\n")
        #expect(job.status == 0)
        #expect(job.api.comments == [])
        let needs =
            service == .gitHub
            ? "the job needs 'pull-requests: write', which the token of a fork does not have"
            : "the variable BOT_TOKEN needs a project access token with the scope 'api', which a fork does not have"
        let number = status.prefix(3)
        #expect(notes(job) == ["the API answered \(number)" + (number.hasPrefix("40") ? ": \(needs)" : "")])
        // Not even if the answer has it.
        #expect(!job.log.contains("good"))
    }

    @Test(arguments: Service.allCases) func aWrongTokenIsNoFailure(service: Service) async throws {
        let job = try await run(service, token: "wrong")
        #expect(job.status == 0)
        #expect(notes(job).first?.hasPrefix("the API answered 401: ") == true)
    }

    /// As in a job of a fork, and with a token that would be a line of curl's configuration.
    @Test(arguments: Service.allCases, ["", "a\"\nurl = \"x"]) func withoutATokenNothingIsAsked(
        service: Service, token: String
    ) async throws {
        let job = try await run(service, token: token)
        #expect(job.status == 0)
        #expect(job.api.requests == [])
        #expect(notes(job).first?.hasPrefix("there is no token: ") == true)
    }

    @Test func withoutAPullRequestNothingIsAsked() async throws {
        let job = try await run(.gitHub, request: "")
        #expect(job.status == 0)
        #expect(job.api.requests == [])
        #expect(notes(job) == ["this is no pull request"])
        #expect(job.folder.text("files/summary") == Self.plan)
    }

    @Test(arguments: Service.allCases) func aRateLimitIsWaitedFor(service: Service) async throws {
        let job = try await run(service, answers: "GET 429 1\nGET 429 1\n")
        #expect(job.api.comments == [Self.body])
        #expect(notes(job) == [])
    }

    @Test(arguments: Service.allCases) func anHourIsNotWaitedFor(service: Service) async throws {
        let job = try await run(service, answers: "GET 429 3600\n")
        #expect(job.status == 0)
        #expect(notes(job) == ["the API answered 429"])
    }

    @Test(arguments: Service.allCases) func aServerThatIsGoneIsNoFailure(service: Service) async throws {
        let api = try await ReviewAPI()
        api.stop()
        let job = try await run(service, on: api)
        #expect(job.status == 0)
        #expect(notes(job) == ["the API does not answer"])
    }

    @Test(arguments: Service.allCases) func aFailedPlanReplacesTheCommentAndFailsTheJob(service: Service) async throws {
        let job = try await run(service, plan: "", status: 65)
        #expect(job.status == 65)
        #expect(job.api.comments == ["<!-- devtool: devtool -->\ndevtool: exit status 65\n"])
    }

    @Test(arguments: ["curl", "jq"]) func aMissingToolIsNoFailure(tool: String) async throws {
        let job = try await run(.gitLab) { scenario in
            let bin = scenario.folder.path.appending("bin").string
            try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
            for name in ["cat", "tr", "env", "mktemp", "rm", "printenv", "curl", "jq"] where name != tool {
                let program = try #require(OtherProgram(name)).path
                try FileManager.default.createSymbolicLink(atPath: "\(bin)/\(name)", withDestinationPath: program)
            }
            return scenario.variable("PATH", bin)
        }
        #expect(job.status == 0)
        #expect(notes(job) == ["\(tool) is missing"])
    }

    /// Not on a command line, which other processes can read, nor in a log, even if the shell traces its commands.
    @Test(arguments: Service.allCases, [["/bin/sh", "-ex"], ["/bin/bash", "-exo", "pipefail"]])
    func theTokenIsNeitherAnArgumentNorLogged(service: Service, shell: [String]) async throws {
        let curl = try #require(OtherProgram("curl")).path
        let job = try await run(service, shell: shell) { scenario in
            let program = scenario.folder.path.appending("bin/curl").string
            _ = try scenario.file("bin/curl", "#!/bin/sh\necho \"$@\" >>\"$0.words\"\nexec \(curl) \"$@\"\n")
            chmod(program, 0o755)
            return scenario.variable(
                "PATH", "\(scenario.folder.path.appending("bin")):\(scenario.value(of: "PATH") ?? "")")
        }
        #expect(job.api.comments == [Self.body])
        let words = try #require(job.folder.text("bin/curl.words"))
        #expect(words.contains("--config -"))
        #expect(!words.contains("good"))
        #expect(!job.log.contains("good"))
        #expect(service == .gitHub || job.log.contains("+ request "))
    }

    @Test func bothHaveTheSameFunctions() throws {
        let functions = try ["action.yml", "templates/devtool.yml"].map { file in
            let lines = try DocumentationPage(file).text.split(separator: "\n", omittingEmptySubsequences: false)
            let start = try #require(
                lines.firstIndex {
                    $0.hasSuffix("# Asks the API, whose answer is then in a file; " + "otherwise prints why not.")
                })
            let indentation = lines[start].prefix { $0 == " " }
            let length = try #require(lines[start...].dropFirst().lastIndex { $0 == indentation + "}" })
            return lines[start...length].map { $0.dropFirst(indentation.count) }
        }
        #expect(functions[0].count > 30)
        #expect(functions[0] == functions[1])
    }

    @Test func theScriptOfTheComponentIsClean() async throws {
        let component = try GitLabComponent(DocumentationPage("templates/devtool.yml").text)
        let jobs = try component.jobs(["image": "x", "targets": "[]"])
        let job = try #require(jobs.first { $0.name == "devtool plan" }?.job)
        // The words of the command are meant to be several.
        try await Scenario().file("script", job.script).program(
            "/usr/bin/env", "shellcheck", "-s", "sh", "-e", "SC2086", "script"
        ).stdout("").exits(0)
    }
}

/// A server that keeps comments, as the APIs of GitHub and GitLab document it, until it is released.
private final class ReviewAPI {
    let folder = TemporaryFolder()
    let url: String
    private let process: StartedProgram
    private var isRunning = true

    init() async throws {
        let script = DocumentationPage.package.appending(path: "Tests/Fixtures/Review/server.py").path
        process = try #require(OtherProgram("python3")).start([script, folder.path.string])
        let folder = folder
        try await eventually { folder.text("port") != nil }
        url = "http://127.0.0.1:\(folder.text("port") ?? "")"
    }

    deinit { stop() }

    func stop() {
        if isRunning { process.end(by: SIGKILL) }
        isRunning = false
    }

    var requests: [String] { (folder.text("requests") ?? "").split(separator: "\n").map(String.init) }

    /// The bodies of the comments, in order.
    var comments: [String] {
        let data = Data((folder.text("comments.json") ?? "[]").utf8)
        let values = (try? JSONSerialization.jsonObject(with: data)) as? [[String: Any]] ?? []
        return values.map { $0["body"] as? String ?? "" }
    }
}

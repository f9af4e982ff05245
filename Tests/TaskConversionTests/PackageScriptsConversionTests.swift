import Testing

@testable import TaskConversion

/// A sample with all that is converted, and a script that is delegated.
@Suite struct PackageScriptsConversionTests {
    private static func sample() throws -> Conversion {
        try Conversion(
            "package.json",
            #"""
            {
              "name": "shop",
              "scripts": {
                "//": "What we run.",
                "clean": "rimraf dist",
                "prebuild": "npm run clean",
                "build": "tsc -p . && node build.js",
                "lint:js": "eslint .",
                "lint:css": "stylelint css",
                "lint": "run-p lint:js lint:css",
                "ci": "npm run lint && npm run build && npm test",
                "test": "NODE_ENV=test mocha",
                "posttest": "node report.js; true",
                "info": "echo $npm_package_version",
                "all": "cd x && npm run build",
                "dev": "concurrently \"npm:lint\" \"npm run test\""
              }
            }

            """#)
    }

    @Test func isConverted() throws {
        let result = try Self.sample().result()
        #expect(result.taskCount == 12)
        #expect(result.unreadableCount == 0)
        #expect(result.delegatedCount == 4)
        #expect(result.runner == "npm")
        #expect(
            result.text == #"""
                run: {shell: [sh, -c]}

                env: {PATH: "${project.root}/node_modules/.bin:${env.PATH}"}

                dotenv: []

                tasks:
                  # What we run.
                  clean: rimraf dist "$@"

                  prebuild: {run: [{task: clean}]}

                  build: {needs: [prebuild], run: tsc -p . && node build.js "$@"}

                  lint:js: eslint . "$@"

                  lint:css: stylelint css "$@"

                  # delegates to npm: calls run-p, package.json:10
                  lint: {requires: {programs: [npm]}, run: npm run lint -- "$@"}

                  ci: {run: [{task: lint}, {task: build}, {task: test}]}

                  test: {run: NODE_ENV=test mocha "$@", after: [posttest]}

                  posttest: node report.js; true "$@"

                  # delegates to npm: uses npm's variable npm_package_…, package.json:14
                  info: {requires: {programs: [npm]}, run: npm run info -- "$@"}

                  # delegates to npm: calls npm, package.json:15
                  all: {requires: {programs: [npm]}, run: npm run all -- "$@"}

                  # delegates to npm: calls npm, package.json:16
                  dev: {requires: {programs: [npm]}, run: npm run dev -- "$@"}

                """#)
    }

    /// A script that would see the words after `--`, or that npm runs by a setting, is left to npm.
    @Test(arguments: [
        ("tool $1", "", "uses the shell's positional parameters, such as $1"),
        ("tool \"${#}\"", "", "uses the shell's positional parameters, such as $1"),
        ("tool", "ignore-scripts=true\n", "depends on 'ignore-scripts' in .npmrc"),
        ("tool", "script-shell = /bin/bash\n", "depends on 'script-shell' in .npmrc"),
    ]) func isDelegated(line: String, settings: String, reason: String) throws {
        let text = "{\"scripts\": {\"a\": \"\(line.replacing("\"", with: "\\\""))\"}}"
        let conversion = try Conversion("package.json", text, files: [".npmrc": settings])
        #expect(try conversion.document().contains("# delegates to npm: \(reason), package.json:1"))
    }

    @Test(arguments: ["awk '{print $1}'", "echo $HOME$$"]) func otherDollarsAreConverted(line: String) throws {
        let text = "{\"scripts\": {\"a\": \"\(line)\"}}"
        #expect(try Conversion("package.json", text).result().delegatedCount == 0)
    }
}

import Testing

@testable import TaskConversion

/// What becomes of Gruntfiles: every task with a literal name is left to Grunt.
@Suite struct GruntfileConversionTests {
    @Test func tasksAreDelegated() throws {
        let conversion = try Conversion(
            "Gruntfile.js",
            #"""
            // grunt.registerTask('comment', []);
            module.exports = function (grunt) {
              var text = "grunt.registerTask('text', [])", regular = /'/;
              /* grunt.registerTask('comment', []); */
              grunt.registerTask('ci', 'Checks everything', ['jshint']);
              grunt.registerMultiTask("copy", function () {});
              grunt.registerTask(
                `default`, ['ci']);
              if (a) grunt.registerTask('ci', []);
            };

            """#)
        let result = try conversion.result()
        #expect(result.delegatedCount == 3)
        #expect(
            result.text == #"""
                dotenv: []

                tasks:
                  # delegates to grunt: is JavaScript, Gruntfile.js:5
                  ci:
                    description: Checks everything
                    env: {PATH: "${project.root}/node_modules/.bin:${env.PATH}"}
                    requires: {programs: [grunt]}
                    run: grunt ci "$@"

                  # delegates to grunt: is JavaScript, Gruntfile.js:6
                  copy:
                    env: {PATH: "${project.root}/node_modules/.bin:${env.PATH}"}
                    requires: {programs: [grunt]}
                    run: grunt copy "$@"

                  # delegates to grunt: is JavaScript, Gruntfile.js:7
                  default:
                    env: {PATH: "${project.root}/node_modules/.bin:${env.PATH}"}
                    requires: {programs: [grunt]}
                    run: grunt default "$@"

                """#)
    }

    @Test(arguments: ["name", "'a' + b", "'a\\n'", "`a${b}`"]) func computedNamesAreUnreadable(name: String) throws {
        let result = try Conversion("Gruntfile.js", "grunt.registerTask('x', []);\ngrunt.registerTask(\(name), []);\n")
            .result()
        #expect(result.unreadableCount == 1)
        #expect(result.taskCount == 1)
        #expect(result.text.hasPrefix("# TODO devtool: Gruntfile.js:2: not read: registerTask(\(name), []);\n"))
    }
}

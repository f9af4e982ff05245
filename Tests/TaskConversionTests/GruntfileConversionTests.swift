import Testing

@testable import TaskConversion

/// Samples with all that is converted, and some that is not.
@Suite struct GruntfileConversionTests {
    private static func sample() throws -> Conversion {
        try Conversion(
            "Gruntfile.js",
            #"""
            // The shop's tasks.
            module.exports = function (grunt) {
              grunt.initConfig({
                pkg: grunt.file.readJSON('package.json'),
                out: 'dist',
                shell: {
                  options: { stderr: false },
                  // Lists the output.
                  list: { command: 'ls <%= out %>' },
                  pack: {
                    command: ['tar cf <%= pkg.name %>.tar <%= out %>', 'gzip *.tar'],
                    options: { execOptions: { cwd: 'work' }, failOnError: false }
                  },
                  size: { command: function () { return 'du'; } }
                },
                liquibase: {
                  options: {
                    username: 'app', password: 'secret', url: 'jdbc:sqlite:app.db',
                    changeLogFile: 'db/changelog.xml', unknown: 1
                  },
                  version: { command: 'version' },
                  update: { command: 'update' },
                  tag: { command: 'tag', commandAttributes: 'v1' }
                },
                jshint: { all: ['*.js'] }
              });

              grunt.loadNpmTasks('grunt-shell');

              // What CI runs.
              grunt.registerTask('ci', 'Checks everything', ['jshint', 'shell:list', 'liquibase:update']);
              grunt.registerTask('default', ['ci']);
              grunt.registerTask('wait', function () { this.async(); });
            };

            """#,
            files: [
                "package.json": #"""
                {"name": "shop"}

                """#
            ])
    }

    @Test func isConverted() throws {
        let result = try Self.sample().result()
        #expect(result.taskCount == 11)
        #expect(result.leftoverCount == 5)
        #expect(result.files.map(\.path) == ["devtool.yml"])
        #expect(
            result.files[0].text == #"""
                # The shop's tasks.
                # TODO devtool: Gruntfile.js:18: the password: set LIQUIBASE_PASSWORD, or remove 'password'
                # TODO devtool: Gruntfile.js:19: liquibase.options.unknown

                migrate:
                  username: app
                  password: {env: LIQUIBASE_PASSWORD}
                  url: jdbc:sqlite:app.db
                  changelog: db/changelog.xml

                env: {PATH: "${project.root}/node_modules/.bin:${env.PATH}"}

                dotenv: []

                tasks:
                  # Lists the output.
                  shell:list: ls dist

                  shell:pack: {dir: work, ignore-error: true, run: tar cf shop.tar dist && gzip *.tar}

                  shell:size:
                    # TODO devtool: Gruntfile.js:14: a command in JavaScript: function () { return 'du'; }
                    run: "echo 'Gruntfile.js:14 is not converted: see the TODO in devtool.yml' >&2; exit 1"

                  shell: {run: [{task: shell:list}, {task: shell:pack}, {task: shell:size}]}

                  liquibase:version: {migrate: "--version"}

                  liquibase:update: {migrate: update}

                  liquibase:tag: {migrate: [tag, v1]}

                  liquibase: {run: [{task: liquibase:version}, {task: liquibase:update}, {task: liquibase:tag}]}

                  ci:
                    description: Checks everything
                    run:
                      # TODO devtool: Gruntfile.js:31: the task of a plugin, which Grunt still runs: jshint
                      - npx grunt jshint
                      - {task: shell:list}
                      - {task: liquibase:update}

                  default: {run: [{task: ci}]}

                  wait:
                    # TODO devtool: Gruntfile.js:33: a task in JavaScript: function () { this.async(); }
                    run: "echo 'Gruntfile.js:33 is not converted: see the TODO in devtool.yml' >&2; exit 1"

                """#)
    }

    /// Which of several tasks with a name is registered is known only to JavaScript.
    @Test func conditionsAreLeft() throws {
        let conversion = try Conversion(
            "Gruntfile.js",
            """
            module.exports = function (grunt) {
              if (process.env.CI) { grunt.registerTask('default', ['d']) }
              else { grunt.registerTask('default', ['a', 'b']) }
              grunt.registerTask('x', []);
              if (a) grunt.registerTask('y', ['a']);
              for (var i = 0; i < 2; i++) { grunt.log({}); }
              grunt.registerTask('z', []);
            };

            """)
        #expect(
            try conversion.result().files[0].text == """
                dotenv: []

                tasks:
                  default:
                    # TODO devtool: Gruntfile.js:3: a task that is registered by a condition
                    #   d
                    #   a, b
                    run: "echo 'Gruntfile.js:3 is not converted: see the TODO in devtool.yml' >&2; exit 1"

                  x: "true"

                  "y":
                    # TODO devtool: Gruntfile.js:5: a task that is registered by a condition: a
                    run: "echo 'Gruntfile.js:5 is not converted: see the TODO in devtool.yml' >&2; exit 1"

                  z: "true"

                """)
    }
}

import Testing

@testable import TaskConversion

/// What becomes of makefiles: a sample with everything, then one rule each.
@Suite struct MakefileConversionTests {
    private static let sample = #"""
        # The shop.

        APP := shop
        VERSION ?= dev
        FLAGS = -v -race
        REV := $(shell git rev-parse HEAD)
        export LOG = info

        ifdef DEBUG
        CFLAGS = -g
        else
        CFLAGS = -O2
        endif

        .PHONY: all test clean deploy

        all: clean test ## Everything

        ## Runs the tests
        test: build/$(APP)
        	@echo testing $(VERSION)
        	./build/$(APP) $(FLAGS) "$(LOG)" $$HOME
        	-rm -f log; true

        build/$(APP): | build
        	cc $(CFLAGS) -o $@

        build:
        	mkdir -p $@

        clean:
        	rm -rf build

        deploy:
        	$(MAKE) clean
        	VERSION=$(VERSION) ./deploy.sh $(STAGE)
        	echo $(REV)

        ##@ Publishing
        announce:
        	./announce.sh $(STAGE)
        %.o: %.c
        	cc -c $<

        .DEFAULT_GOAL := test

        """#

    @Test func everything() throws {
        let result = try Conversion("Makefile", Self.sample).result()
        #expect(result.taskCount == 7)
        #expect(result.delegatedCount == 2)
        #expect(result.unreadableCount == 0)
        #expect(result.runner == "make")
        #expect(
            result.files[0].text == #"""
                # The shop.

                run: {shell: [sh, -c]}

                vars: {APP: shop, VERSION: "${env.VERSION:-dev}", FLAGS: -v -race, LOG: info}

                env: {LOG: "${vars.LOG}"}

                dotenv: []

                tasks:
                  all: {description: Everything, needs: [[clean], [test]]}

                  test:
                    description: Runs the tests
                    aliases: [default]
                    needs: [build-shop]
                    run:
                      - {run: "words_VERSION=${vars.VERSION}; echo testing $words_VERSION", silent: true}
                      - words_FLAGS=${vars.FLAGS}; ./build/${vars.APP} $words_FLAGS "${vars.LOG}" $HOME
                      - {run: rm -f log; true, ignore-error: true}

                  # delegates to make: has order-only prerequisites, Makefile:25
                  build-shop:
                    description: "'build/shop' in Makefile"
                    requires: {programs: [make]}
                    run: make build/shop "$@"

                  build: {status: [test -e build], run: mkdir -p build}

                  clean: rm -rf build

                  # delegates to make: uses 'REV', which uses $(shell), Makefile:37
                  deploy: {requires: {programs: [make]}, run: make deploy "$@"}

                  announce:
                    group: Publishing
                    params: {STAGE: "${env.STAGE:-}"}
                    status:
                      - test -e announce
                    run: words_STAGE=${params.STAGE}; ./announce.sh $words_STAGE

                """#)
    }

    /// What is beyond the grammar is left to make, with the reason and the line.
    @Test(arguments: [
        ("t: x\n\techo $(subst a,b,c)\n.PHONY: t\nx:\n\techo\n", "uses $(subst), Makefile:2"),
        (".PHONY: t\nt:\n\techo $(A:.c=.o)\n", "uses $(A:.c=.o), Makefile:3"),
        (".PHONY: t\nt:\n\techo $(@D) $*\n", "uses $(@D), Makefile:3"),
        (".PHONY: t\nt:\n\techo $(A\n", "has '$(' without ')', Makefile:3"),
        ("t: X = 1\nt:\n\techo $(X)\n", "has a variable of its own, Makefile:1"),
        ("t:: \n\techo\n", "has a rule with '::', Makefile:1"),
        ("t u &: \n\techo\n", "has a rule with '&:', Makefile:1"),
        ("t: | u\n\techo\nu:\n", "has order-only prerequisites, Makefile:1"),
        ("t: a%b\n\techo\n", "has computed prerequisites, Makefile:1"),
        ("t: *.c\n\techo\n", "has computed prerequisites, Makefile:1"),
        ("t: $(X)\n\techo\n", "has computed prerequisites, Makefile:1"),
        ("ifdef X\nt:\n\techo\nendif\n", "depends on a condition, Makefile:2"),
        ("t:\nifdef X\n\techo\nendif\n", "has a condition in its recipe, Makefile:3"),
        ("t:\n\techo\nt:\n\techo 2\n", "has two recipes, Makefile:3"),
        ("t: u\nu: t\n", "depends on itself, Makefile:2"),
        ("t:\n\tif true; then $(MAKE) u; fi\nu:\n", "calls make within a line, Makefile:2"),
        ("A != ls\nt:\n\techo $(A)\n", "uses 'A', which uses '!=', Makefile:3"),
        ("A = $(A)\nt:\n\techo $(A)\n", "uses 'A', which is too long, or refers to itself"),
        ("A := $(B)\nB = 1\nt:\n\techo $(A)\n", "uses 'A', which uses 'B' before it has its last"),
        ("define A\nx\nendef\nt:\n\techo $(A)\n", "uses 'A', which is defined with 'define'"),
        ("t:\n\techo $(eval A = 1)\nu:\n\techo\n", "sets variables with $(eval)"),
        ("include .env\nt:\n\techo\n", "includes '.env'"),
        ("$(error no)\nt:\n\techo\n", "has $(error) outside of rules, Makefile:1"),
        (".POSIX:\nt:\n\techo\n", "has '.POSIX', Makefile:1"),
        ("SHELL = fish\nt:\n\techo\n", "sets a shell that devtool does not know"),
        ("MAKEFLAGS += -k\nt:\n\techo\n", "sets MAKEFLAGS"),
        ("Q ?= @\nt:\n\t$(Q)echo\n", "begins with 'Q', which may be '@'"),
    ])
    func isDelegated(text: String, reason: String) throws {
        let document = try Conversion("Makefile", text).document()
        #expect(document.contains("# delegates to make: \(reason)"), "\(document)")
    }

    /// Where a rule may make tasks whose names are not known, the place is marked.
    @Test(arguments: ["$(eval $(call f,x))", "$(NAMES): x", "include nosuch.mk"])
    func isUnreadable(line: String) throws {
        let result = try Conversion("Makefile", "t:\n\techo\n\(line)\n").result()
        #expect(result.unreadableCount == 1)
        #expect(result.delegatedCount == 1)
        #expect(result.files[0].text.hasPrefix("# TODO devtool: Makefile:3: not read: "))
    }

    /// kubebuilder's conditionals only set what nothing else sets; the name cannot be one of the environment.
    @Test func ownConditionsAreDefaults() throws {
        let text = """
            ifndef ignore-not-found
              ignore-not-found = false
            endif
            ifndef TAG
            TAG = v1
            endif
            .PHONY: t
            t:
            \techo $(ignore-not-found) $(TAG)

            """
        let document = try Conversion("Makefile", text).document()
        #expect(
            document.hasPrefix("vars: {ignore-not-found: \"false\", TAG: \"${env.TAG:-v1}\"}\n"))
    }

    /// make runs the recipe of a target that is not phony only if a prerequisite is newer than its file.
    @Test func filesHaveStatus() throws {
        let text = "a: b\n\techo a\nb:\n\techo b\nc: p\n\techo c\n.PHONY: p\np:\n\techo p\n"
        let conversion = try Conversion("Makefile", text)
        #expect(
            try conversion.task("a")
                == "{aliases: [default], status: [test -e a, test -e b && ! test b -nt a], needs: [b], run: echo a}"
        )
        // What is phony is always newer.
        #expect(try conversion.task("c") == "{needs: [p], run: echo c}")
    }

    @Test func filesThatNoRuleMakes() throws {
        let text = ".PHONY: t u v\nt: go.mod\n\techo t\nu: none\n\techo u\nv: x\n\techo v\n"
        let conversion = try Conversion(
            "Makefile", text, files: ["go.mod": "", "x": "", "x.sh": ""])
        #expect(
            try conversion.task("t")
                == "{aliases: [default], run: [{run: ls -d go.mod >/dev/null, silent: true}, echo t]}"
        )
        #expect(try conversion.result().delegatedCount == 2)
    }

    /// What a task needs through another one that it names before does not stand twice.
    @Test func prerequisitesRunOnce() throws {
        let text = ".PHONY: a b c d\na: b c b d\nb: c\nc:\n\techo c\nd:\n\techo d\n"
        #expect(try Conversion("Makefile", text).task("a").contains("needs: [[b], [d]]"))
    }

    /// A step runs what a task needs once, another make once more.
    @Test func callsOfMake() throws {
        let text =
            ".PHONY: a b c d\na: c\n\t$(MAKE) b\nd:\n\t@$(MAKE) -s c\nb: c\nc:\n\techo c\n"
        let conversion = try Conversion("Makefile", text)
        #expect(try conversion.task("d") == "{run: [{task: c}]}")
        #expect(try conversion.document().contains("runs 'b' with what that needs once more"))
    }

    /// A variable that others may need as well is one of the file, else a parameter.
    @Test func undefinedVariables() throws {
        let text = ".PHONY: a b c\na: b\n\techo $(X)\nb:\n\techo $(X)\nc:\n\techo $(Z)\n"
        let document = try Conversion("Makefile", text).document()
        #expect(document.contains("vars: {X: \"${env.X:-}\"}"))
        #expect(document.contains("params: {Z: \"${env.Z:-}\"}"))
    }

    @Test func otherNamesOfTheFile() throws {
        let text = "t:\n\techo $(shell x)\n"
        #expect(try Conversion("build.mk", text).document().contains("run: make -f build.mk t"))
        let both = try Conversion("Makefile", text, files: ["GNUmakefile": ""])
        #expect(try both.document().contains("run: make -f Makefile t"))
    }
}

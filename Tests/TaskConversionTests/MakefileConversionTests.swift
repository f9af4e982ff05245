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
            result.text == #"""
                # The shop.

                run: {shell: [sh, -c]}

                vars:
                  APP: shop
                  VERSION: ${env.VERSION-dev}
                  FLAGS: -v -race
                  LOG: info
                  STAGE: ${env.STAGE:-}

                dotenv: []

                tasks:
                  all: {description: Everything, needs: [[clean], [test]]}

                  test:
                    description: Runs the tests
                    aliases: [default]
                    env: {LOG: "${vars.LOG}"}
                    needs: [build-shop]
                    run:
                      - {run: "words_VERSION=${vars.VERSION}; echo testing $words_VERSION", silent: true}
                      - words_APP=${vars.APP}; words_FLAGS=${vars.FLAGS}; ./build/${words_APP} $words_FLAGS "${vars.LOG}" $HOME
                      - {run: rm -f log; true, ignore-error: true}

                  # delegates to make: has order-only prerequisites, Makefile:25
                  build-shop:
                    description: "'build/shop' in Makefile"
                    requires: {programs: [make]}
                    run: make build/shop "$@"

                  build: {env: {LOG: "${vars.LOG}"}, status: [test -e build], run: mkdir -p build}

                  clean: {env: {LOG: "${vars.LOG}"}, run: rm -rf build}

                  # delegates to make: calls make, Makefile:35
                  deploy: {requires: {programs: [make]}, run: make deploy "$@"}

                  announce:
                    group: Publishing
                    env: {LOG: "${vars.LOG}"}
                    status:
                      - test -e announce
                    run: words_STAGE=${vars.STAGE}; ./announce.sh $words_STAGE

                """#)
    }

    /// What is beyond the grammar is left to make, with the reason and the line.
    @Test(arguments: [
        ("t: x\n\techo $(subst a,b,c)\n.PHONY: t\nx:\n\techo\n", "uses $(subst), Makefile:2"),
        (".PHONY: t\nt:\n\techo $(A:.c=.o)\n", "uses $(A:.c=.o), Makefile:3"),
        (".PHONY: t\nt:\n\techo $(@D) $*\n", "uses $(@D), Makefile:3"),
        (".PHONY: t\nt:\n\techo $(A\n", "has '$(' without ')', Makefile:3"),
        ("t: X = 1\nt:\n\techo $(X)\n", "has a target-specific variable, Makefile:1"),
        ("t:: \n\techo\n", "has a rule with '::', Makefile:1"),
        ("t u &: \n\techo\n", "has a rule with '&:', Makefile:1"),
        ("t: | u\n\techo\nu:\n", "has order-only prerequisites, Makefile:1"),
        ("t: a%b\n\techo\n", "has computed prerequisites, Makefile:1"),
        ("t: *.c\n\techo\n", "has computed prerequisites, Makefile:1"),
        ("t: $(X)\n\techo\n", "has computed prerequisites, Makefile:1"),
        ("ifdef X\nt:\n\techo\nendif\n", "depends on a condition, Makefile:2"),
        ("t:\nifdef X\n\techo\nendif\n", "has a conditional in its recipe, Makefile:3"),
        ("t:\n\techo\nt:\n\techo 2\n", "has two recipes, Makefile:3"),
        (".PHONY: t u\nt: u\nu: t\n", "is part of a cycle, Makefile:3"),
        ("t:\n\tif true; then $(MAKE) u; fi\nu:\n", "calls make, Makefile:2"),
        ("t:\n\tcd x && make u\n", "calls make, Makefile:2"),
        ("t: file.c\n\techo\n", "depends on the file 'file.c', Makefile:1"),
        ("A != ls\nt:\n\techo $(A)\n", "uses 'A', which uses '!=', Makefile:3"),
        ("A = $(A)\nt:\n\techo $(A)\n", "uses 'A', which refers to itself, Makefile:3"),
        ("A = 1\nA = 2\nt:\n\techo $(A)\n", "uses 'A', which is assigned twice, Makefile:4"),
        ("A += 1\nt:\n\techo $(A)\n", "uses 'A', which appends to a value from the environment"),
        ("ifndef A\nA = 1\nendif\nt:\n\techo $(A)\n", "uses 'A', which depends on a condition"),
        ("A := $(B)\nB = 1\nt:\n\techo $(A)\n", "uses 'A', which uses 'B' before its last assignment"),
        ("define A\nx\nendef\nt:\n\techo $(A)\n", "uses 'A', which is defined with 'define'"),
        ("t:\n\techo $(eval A = 1)\nu:\n\techo\n", "sets variables with $(eval)"),
        ("include .env\nt:\n\techo\n", "includes '.env'"),
        ("$(error no)\nt:\n\techo\n", "uses $(error) outside rules, Makefile:1"),
        (".POSIX:\nt:\n\techo\n", "has '.POSIX', Makefile:1"),
        (".ONESHELL:\nt:\n\techo\n", "has '.ONESHELL', Makefile:1"),
        ("SHELL = fish\nt:\n\techo\n", "sets a shell that devtool does not know"),
        ("MAKEFLAGS += -k\nt:\n\techo\n", "sets MAKEFLAGS"),
        ("Q ?= @\nt:\n\t$(Q)echo\n", "begins with 'Q', which may expand to '@'"),
    ]) func isDelegated(text: String, reason: String) throws {
        let document = try Conversion("Makefile", text).document()
        #expect(document.contains("# delegates to make: \(reason)"), "\(document)")
    }

    /// Where a rule may make tasks whose names are not known, the place is marked.
    @Test(arguments: [
        ("$(eval $(call f,x))", "'$(eval $(call f,x))'"), ("$(NAMES): x", "the rule for '$(NAMES)'"),
        ("include nosuch.mk", "'include nosuch.mk'"),
    ]) func isUnreadable(line: String, name: String) throws {
        let result = try Conversion("Makefile", "t:\n\techo\n\(line)\n").result()
        #expect(result.unreadableCount == 1)
        #expect(result.delegatedCount == 1)
        #expect(result.text.hasPrefix("# TODO devtool: Makefile:3: not read: \(name)\n"))
        #expect(
            result.text.contains("delegates to make: may be changed by \(name), which devtool cannot read, Makefile:3"))
    }

    /// make runs the recipe of a target that is not phony only if a prerequisite is newer than its file.
    @Test func filesHaveStatus() throws {
        let text = "a: b\n\techo a\nb:\n\techo b\nc: p\n\techo c\n.PHONY: p\np:\n\techo p\n"
        let conversion = try Conversion("Makefile", text)
        #expect(
            try conversion.task("a")
                == "{aliases: [default], status: [test -e a, test -e b && ! test b -nt a], needs: [b], run: echo a}")
        // What is phony is always newer.
        #expect(try conversion.task("c") == "{needs: [p], run: echo c}")
    }

    /// make may have a rule of its own for a target without a recipe, and for a file that no rule names.
    @Test func whatMakeMayMake() throws {
        let text = ".PHONY: all\nall: t\nt:\n\techo t\nu: none\n\techo u\nv: u\nw.o:\n"
        let conversion = try Conversion("Makefile", text)
        #expect(try conversion.task("all") == "{aliases: [default], needs: [t]}")
        #expect(try conversion.document().contains("v: {requires"))
        #expect(try conversion.result().delegatedCount == 3)
    }

    /// What a task needs through another one that it names before does not stand twice.
    @Test func prerequisitesRunOnce() throws {
        let text = ".PHONY: a b c d\na: b c b d\nb: c\nc:\n\techo c\nd:\n\techo d\n"
        #expect(try Conversion("Makefile", text).task("a").contains("needs: [[b], [d]]"))
    }

    @Test func undefinedVariablesAreThoseOfTheEnvironment() throws {
        let document = try Conversion("Makefile", ".PHONY: a\na:\n\techo $(X)\n").document()
        #expect(document.contains("vars: {X: \"${env.X:-}\"}"))
    }

    @Test func variablesThatAreAddedTo() throws {
        let text = "A := a\nA += b\nB = $(A)\nB += c\n.PHONY: t\nt:\n\techo $(B)\n"
        let document = try Conversion("Makefile", text).document()
        #expect(document.contains("vars: {A: a b, B: \"${vars.A} c\"}"))
    }

    @Test func otherNamesOfTheFile() throws {
        let text = "t:\n\techo $(shell x)\n"
        #expect(try Conversion("build.mk", text).document().contains("run: make -f build.mk t"))
        let both = try Conversion("Makefile", text, files: ["GNUmakefile": ""])
        #expect(try both.document().contains("run: make -f Makefile t"))
    }
}

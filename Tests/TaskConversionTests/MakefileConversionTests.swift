import Testing

@testable import TaskConversion

/// Samples with all that is converted, and some that is not.
@Suite struct MakefileConversionTests {
    private static func sample() throws -> Conversion {
        try Conversion(
            "Makefile",
            #"""
            # The shop.

            APP := shop
            VERSION ?= dev
            FLAGS = -v -race
            SOURCES := $(wildcard src/*.c)
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

            build/$(APP): $(SOURCES) | build
            	cc $(CFLAGS) -DREV=\"$(REV)\" -o $@ $^

            build:
            	mkdir -p $@

            clean:
            	rm -rf build

            deploy: test
            	$(MAKE) clean
            	VERSION=$(VERSION) ./deploy.sh $(STAGE)
            ifeq ($(STAGE),prod)
            	./announce.sh
            endif
            	cd docs && $(MAKE) html

            %.o: %.c
            	cc -c $<

            -include .env
            .DEFAULT_GOAL := test

            """#)
    }

    @Test func isConverted() throws {
        let result = try Self.sample().result()
        #expect(result.taskCount == 6)
        #expect(result.leftoverCount == 1)
        #expect(result.files.map(\.path) == ["devtool.yml"])
        #expect(
            result.files[0].text == #"""
                # The shop.
                # TODO devtool: Makefile:43: a pattern rule
                #   %.o: %.c
                #   cc -c $<

                run: {shell: [sh, -c]}

                vars:
                  DEBUG: ${env.DEBUG:-}
                  APP: shop
                  VERSION: ${env.VERSION:-dev}
                  FLAGS: [-v, -race]
                  SOURCES: src/*.c
                  REV: {shell: git rev-parse HEAD}
                  LOG: info
                  CFLAGS: {shell: 'if [ "${vars.DEBUG}" != "" ]; then echo "-g"; else echo "-O2"; fi'}

                env: {LOG: "${vars.LOG}"}

                # make prefers the values of .env to those of the environment, devtool does not.
                dotenv: [{file: .env, optional: true}]

                tasks:
                  all: {description: Everything, needs: [[clean], [test]]}

                  test:
                    description: Runs the tests
                    aliases: [default]
                    needs: [build-shop]
                    run:
                      - {run: "echo testing ${vars.VERSION}", silent: true}
                      - ./build/${vars.APP} ${vars.FLAGS} "${vars.LOG}" $HOME
                      - {run: rm -f log; true, ignore-error: true}

                  # In Makefile: build/shop
                  build-shop:
                    needs: [build]
                    sources: [src/*.c]
                    outputs: [build/shop]
                    run: words_CFLAGS=${vars.CFLAGS}; cc $words_CFLAGS -DREV=\"${vars.REV}\" -o build/shop src/*.c

                  build: {outputs: [build], run: mkdir -p build}

                  clean: rm -rf build

                  deploy:
                    params: {STAGE: "${env.STAGE:-}"}
                    needs: [test]
                    run:
                      - {task: clean}
                      - words_STAGE=${params.STAGE}; VERSION=${vars.VERSION} ./deploy.sh $words_STAGE
                      - if [ "${params.STAGE}" = "prod" ]; then ./announce.sh; fi
                      - cd docs && make html

                """#)
    }

    @Test("a target that is not phony, needs nothing and is named in its recipe is made once")
    func isMadeOnce() throws {
        let sample = try Conversion(
            "Makefile",
            """
            .PHONY: dist
            .venv:
            \tpython3 -m venv .venv
            cache:
            \tmkdir 'cache' && ./fill
            fmt:
            \tgofmt -w .
            dist:
            \ttar cf dist.tar dist
            all: .venv
            \techo all
            tools: dist
            tools:
            \tmkdir tools
            D := out
            $(D):
            \tmkdir $(D)
            lib/x: src.c
            \tcc -o lib/x src.c
            lib/x: src.h

            """)
        #expect(
            try sample.result().files[0].text == #"""
                vars: {D: out}

                dotenv: []

                tasks:
                  .venv: {status: [test -e .venv], run: python3 -m venv .venv}

                  cache: {aliases: [default], status: [test -e cache], run: mkdir 'cache' && ./fill}

                  fmt: gofmt -w .

                  dist: tar cf dist.tar dist

                  all: {needs: [.venv], run: echo all}

                  tools: {needs: [dist], run: mkdir tools}

                  out: {status: [test -e out], run: "mkdir ${vars.D}"}

                  # In Makefile: lib/x
                  lib-x:
                    requires: {files: [src.c, src.h]}
                    sources: [src.c, src.h]
                    outputs: [lib/x]
                    run: cc -o lib/x src.c

                """#)
    }
}

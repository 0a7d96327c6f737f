# The README's two commands, `make demo` and `make test`, set up what is missing, build and run.

SHELL := /bin/sh
PACKAGES := libjson-c-dev libsqlite3-dev libssl-dev libxml2-dev
BUILD_FLAGS := --explicit-target-dependency-import-check error
INTEROP_PACKAGES := faketime gpsd gpsd-clients python3 python3-venv rtklib socat tinyproxy-bin libxml2-utils
SOURCES := Sources Tests Package.swift

.PHONY: demo test deep build lint format generate docs interop interop-clients setup bench fuzz soak clean install consumer

demo: setup
	@swift build $(BUILD_FLAGS) --product waypoint-sim
	@"$$(swift build --show-bin-path)/waypoint-sim" demo $(ARGUMENTS)

test: setup
	@Scripts/run-tests

# The NMEA tests in full amounts, with both sanitizers, and the fuzzer: some twenty minutes.
deep: setup
	@Scripts/deep

build: setup
	@swift build $(BUILD_FLAGS)

# Installs the Debian packages that are not there yet; says in one line what is needed where it cannot.
setup:
	@Scripts/install-packages $(PACKAGES)

lint:
	@swift format lint --strict --parallel --recursive $(SOURCES)
	@Scripts/check-imports
	@Scripts/check-snippets
	@echo "lint: clean"

format:
	@swift format --in-place --parallel --recursive $(SOURCES)

# Writes what is made from other files and checked in: the typed messages of SDLRPC from Spec/, the table of Mocks/.
generate: setup
	@swift run $(BUILD_FLAGS) spec-generator
	@Scripts/embed-mocks

# Writes the pages of Docs/ that are made from the code, and the pages of the API into .build/api.
docs: setup
	@swift build $(BUILD_FLAGS) --product waypoint-sim
	@"$$(swift build --show-bin-path)/waypoint-sim" help --markdown >Docs/command-line.md
	@Scripts/api-docs .build/api

bench: setup
	@swift build -c release $(BUILD_FLAGS) --product waypoint-sim
	@swift build -c release $(BUILD_FLAGS) --product waypoint-bench
	@"$$(swift build -c release --show-bin-path)/waypoint-bench" $(ARGUMENTS)

# Each fuzzer for SECONDS (default 180) or 10 million inputs, with the address sanitizer.
SECONDS ?= 180
fuzz: setup
	@Scripts/fuzz $(SECONDS)

# A crowd of apps, good and bad, around a served head unit for SOAK_SECONDS; SOAK_SEED repeats the plan of another run.
SOAK_SECONDS ?= 600
soak: setup
	@swift build $(BUILD_FLAGS) --product waypoint-sim
	@swift build $(BUILD_FLAGS) --product waypoint-soak
	@"$$(swift build --show-bin-path)/waypoint-soak" --server "$$(swift build --show-bin-path)/waypoint-sim" \
		--seconds $(SOAK_SECONDS) $(if $(SOAK_SEED),--seed $(SOAK_SEED))

# Against programs we did not write, installed by package name.
interop: setup
	@Scripts/install-packages $(INTEROP_PACKAGES)
	@Scripts/interop

# Against the public SDL libraries; CLIENTS is a folder with their checkouts (Docs/interop.md).
interop-clients: setup
	@Scripts/interop-clients "$(CLIENTS)"

# A package of somebody else that builds and runs a head unit with an app, and a caster with a rover, out of the public
# products.
consumer: setup
	@swift build --package-path Tests/Consumer
	@swift run --skip-build --package-path Tests/Consumer SmallHeadUnit
	@swift run --skip-build --package-path Tests/Consumer SmallRover

install: setup
	@test -n "$(PREFIX)" || { echo "usage: make install PREFIX=/usr/local" >&2; exit 2; }
	@swift build -c release --static-swift-stdlib $(BUILD_FLAGS) --product waypoint-sim
	@install -D -m 755 "$$(swift build -c release --show-bin-path)/waypoint-sim" "$(DESTDIR)$(PREFIX)/bin/waypoint-sim"

clean:
	@swift package clean

# The README's two commands, `make demo` and `make test`, set up what is missing, build and run.

SHELL := /bin/sh
PACKAGES := libjson-c-dev libjs-leaflet libsqlite3-dev libssl-dev libwebsockets-dev libxml2-dev openssl pkg-config
BUILD_FLAGS := --explicit-target-dependency-import-check error
INTEROP_PACKAGES := chromium faketime gpsd gpsd-clients libxml2-utils node-typescript python3 python3-venv python3-websocket \
	rtklib socat tinyproxy-bin tshark
SOURCES := Sources Tests Package.swift

.PHONY: demo test deep build lint format generate docs interop interop-clients setup bench fuzz soak clean install consumer certificates

demo: setup
	@swift build $(BUILD_FLAGS) --product waypoint-sim
	@"$$(swift build --show-bin-path)/waypoint-sim" demo $(ARGUMENTS)

test: setup
	@Scripts/run-tests

# All that takes too long for every push: full amounts, both sanitizers, fuzzers, a long soak; some two hours, or PARTS.
deep: setup
	@Scripts/deep $(PARTS)

build: setup
	@swift build $(BUILD_FLAGS)

# Installs the Debian packages that are not there yet; says in one line what is needed where it cannot.
setup:
	@Scripts/install-packages $(PACKAGES)

lint:
	@swift format lint --strict --parallel --recursive $(SOURCES)
	@Scripts/check-imports
	@Scripts/check-snippets
	@Scripts/check-claims
	@Scripts/check-page
	@echo "lint: clean"

format:
	@swift format --in-place --parallel --recursive $(SOURCES)

# Writes what is made from other files and checked in: the typed messages of SDLRPC from Spec/, the tables of Mocks/ and Page/.
generate: setup
	@swift run $(BUILD_FLAGS) spec-generator
	@Scripts/embed-folder Mocks CMocks mocks.c c_mocks
	@Scripts/embed-folder Page CPage page.c c_page

# Writes the pages of Docs/ that are made from the code, and the pages of the API into .build/api.
docs: setup
	@swift build $(BUILD_FLAGS) --product waypoint-sim
	@"$$(swift build --show-bin-path)/waypoint-sim" help --markdown >Docs/command-line.md
	@sed -i '/^<!-- made by make docs -->$$/q' Docs/conformance.md
	@"$$(swift build --show-bin-path)/waypoint-sim" check list --markdown >>Docs/conformance.md
	@"$$(swift build --show-bin-path)/waypoint-sim" spec --lua >Docs/wireshark/sdl_functions.lua
	@Scripts/api-docs .build/api

bench: setup
	@swift build -c release $(BUILD_FLAGS) --product waypoint-sim
	@swift build -c release $(BUILD_FLAGS) --product waypoint-bench
	@"$$(swift build -c release --show-bin-path)/waypoint-bench" $(ARGUMENTS)

# Each fuzzer for SECONDS (default 180) or 10 million inputs, with the address sanitizer.
SECONDS ?= 180
fuzz: setup
	@Scripts/fuzz $(SECONDS)

# A crowd of apps, good and bad, and page readers around a served head unit for SOAK_SECONDS; SOAK_SEED repeats the plan of another run.
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
# products, under both sanitizers.
consumer: setup
	@Scripts/consumer

# The program, and what C and C++ need: shared library, header, pkg-config file.
install: setup
	@test -n "$(PREFIX)" || { echo "usage: make install PREFIX=/usr/local" >&2; exit 2; }
	@DESTDIR="$(DESTDIR)" Scripts/install "$(PREFIX)"

# An authority and certificates for tests of protected services, in FOLDER.
certificates: setup
	@test -n "$(FOLDER)" || { echo "usage: make certificates FOLDER=DIR" >&2; exit 2; }
	@swift build $(BUILD_FLAGS) --product waypoint-sim
	@mkdir -p "$(FOLDER)"
	@"$$(swift build --show-bin-path)/waypoint-sim" certificates "$(FOLDER)"

clean:
	@swift package clean

# SPDX-License-Identifier: GPL-3.0-or-later
# Everything a developer types. The work is done by SwiftPM, meson and the scripts in build-aux.
#
#   make run       build and start Tintype; without a display, take a photo of the test scene instead
#   make test      build it and prove it: every unit test, each main way through the window
#   make install   install below PREFIX (default /usr/local); DESTDIR is respected
#   make uninstall remove what it installed; settings and photos stay
#   make help      the other targets

PREFIX ?= /usr/local
PYTHON ?= /usr/bin/python3
PYTEST_ARGS ?=
DESTDIR ?=
KEY ?=
BASE_URL ?=
SOAK_MINUTES ?= 20
SOAK_SEED ?= 1
ARGS ?=
SHARD ?=
BASE ?= HEAD
MODULE ?=
BENCH_ARGS ?=
CODES ?=
KERNEL_CHECK_ARGS ?=
SANITIZE_ARGS ?=
COVERAGE_ARGS ?=
RELEASE ?= trixie
CHECK_DEBIAN_ARGS ?=

scratch := .build
staged := $(scratch)/run-prefix
meson_dir := build
sources := $(wildcard Sources Tests Benchmarks build-aux)
swift_sources := $(wildcard Sources Tests Benchmarks Package.swift)
c_sources = $(shell find $(sources) -name '*.[ch]' -o -name '*.cpp')
# With the home in place of a leading ~/, which zsh, fish and dash leave as it is after a =. Behind sudo it is that of the
# person who typed it, as in bash, where the clone is theirs; else what HOME says.
home = $(shell build-aux/as-invoker printenv HOME)
at_home = $(if $(findstring <start>~/,<start>$(1)),$(subst <start>~/,$(home)/,<start>$(1)),$(1))
# PREFIX itself stays what it is: uninstall asks whether it was given.
prefix = $(call at_home,$(PREFIX))
destdir = $(call at_home,$(DESTDIR))
heading = @printf '\n== %s\n' '$(1)'

.DEFAULT_GOAL := build
.PHONY: run test build stage deps deps-install deps-test deps-lint install uninstall format lint clean pot po-update \
	check-data help check coverage test-rest test-all test-again test-camera test-unit test-windows test-wayland fault-matrix soak check-sanitize \
	check-kernel check-debian test-bench deps-bench deb check-deb check-flatpak release bench bench-photos bench-roll bench-record \
	bench-overlays bench-focus bench-products bench-instructions bench-codes bench-merge test-gnome screenshots

help:
	@sed -n 's/^#   //p' Makefile
	@echo 'make build     only build the release binary, $(scratch)/release/tintype'
	@echo 'make check     what your change can break, for the minutes between edits; BASE=main, or MODULE=Photos'
	@echo 'make test-all  all tests; make test-again: those that failed last time; SHARD=1/4 of test, test-rest, test-all'
	@echo 'make coverage  what of Sources the tests reach, in a table'
	@echo 'make format    format the Swift and C sources in place'
	@echo 'make lint      check formatting, scripts and translations'
	@echo 'make pot       write po/tintype.pot; make po-update also updates the translations'
	@echo 'make test-camera, test-unit, test-windows, test-bench, check-data  parts of the tests; make stage before the last three'
	@echo 'make deps      install the Debian packages that building and running need'
	@echo 'make test-wayland  the window tests that depend on the display, on Wayland at scales 1, 1.5 and 2'
	@echo 'make check-debian  build and test in another release of Debian, RELEASE=trixie or testing'
	@echo 'make screenshots  a picture of every state of the window, in .build/screenshots'
	@echo 'make test-gnome  the questions, keys, presence and lock in the real GNOME Shell'
	@echo 'make check-kernel  try it with real drivers (vivid, uvcvideo, v4l2loopback) and libcamera, in an emulated machine (qemu)'
	@echo 'make fault-matrix  every fault of a camera at every moment; make soak: faults at random for long'
	@echo 'make check-sanitize  unit and window tests with the address, unit tests with the thread sanitizer'
	@echo 'make bench     measure beside other camera programs; results in $(scratch)/bench'
	@echo 'make bench-photos, bench-roll, bench-record, bench-overlays, bench-focus, bench-instructions, bench-codes, bench-merge  see docs/benchmarks.md'
	@echo 'make deb       the Debian package for this release; as root, make check-deb tries those for Debian 12 and 13'
	@echo 'make release   sources, NEWS, apt repository and .flatpakref, signed with KEY; see docs/packaging.md'
	@echo 'make clean     remove everything that was built; what was installed can still be uninstalled'

# Dependencies: nothing happens, and no rights are needed, when everything is installed.

deps:
	@build-aux/install-dependencies swift build runtime

deps-install:
	@build-aux/install-dependencies swift build runtime install

deps-test:
	@build-aux/install-dependencies swift build runtime install test

deps-lint:
	@build-aux/install-dependencies lint

# Building and running

build: deps
	build-aux/swift-build --configuration release

stage: build
	@build-aux/stage $(staged) $(scratch)/release/tintype

run: stage
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		exec build-aux/with-prefix $(staged) tintype $(ARGS); \
	else \
		echo 'There is no display: taking a photo of the test scene.'; \
		exec build-aux/with-prefix $(staged) tintype --camera=test --shoot $(ARGS); \
	fi

# Testing. Gate (Tests/Gate) runs all phases to their end, gives what failed a second try, and says it all in one table;
# SHARD=n/m is the nth of m parts. The variables that make sets would reach the makes within the tests.

gate = env --unset=MAKEFLAGS --unset=MAKELEVEL PYTHONPATH=Tests $(PYTHON) -m Gate
shard = $(if $(SHARD),--shard $(SHARD))

test: deps-test
	@$(gate) test $(shard)

# What `make test` leaves out, and both.
test-rest: deps-test
	@$(gate) rest $(shard)

test-all: deps-test
	@$(gate) all $(shard)

# What failed last time.
test-again: deps-test
	@$(gate) again

# What the change since BASE (the last commit, with what is not committed) can break, by Tests/touches.txt; or one module's
# unit tests, MODULE=Photos.
check: deps-test
	@$(gate) check --base $(BASE) $(if $(MODULE),--module $(MODULE))

# Which lines of Sources the unit tests reach, and which all tests do; COVERAGE_ARGS=unit for the first alone, else they
# are for pytest.
coverage: deps-test
	build-aux/coverage $(COVERAGE_ARGS)

test-camera:
	$(MAKE) -C Tests/VirtualCamera

test-unit:
	@$(gate) unit $(shard)

test-bench:
	build-aux/with-prefix $(staged) $(PYTHON) -m pytest $(PYTEST_ARGS) Tests/BenchTests

window_tests = build-aux/with-prefix $(staged) $(PYTHON) -m pytest
test-windows:
	@PYTEST_ARGS='$(PYTEST_ARGS)' $(gate) windows $(shard)

# The window tests that depend on the display, with a Wayland compositor in place of the X server. `make test-all` runs the
# most telling of them (WAYLAND_ARGS=--lean).
WAYLAND_ARGS ?=
test-wayland:
	@PYTEST_ARGS='$(PYTEST_ARGS)' $(gate) windows --display=wayland $(WAYLAND_ARGS)

# The same in the real GNOME Shell, without a screen; not part of `make test`, because it draws without a GPU.
test-gnome:
	@build-aux/install-dependencies build runtime test gnome
	$(MAKE) --no-print-directory test-camera
	$(window_tests) --display=gnome $(PYTEST_ARGS) Tests/WindowTests

# A picture of every state of the window in .build/screenshots, for a person to look at, and the weakest contrast of each.
screenshots: stage
	build-aux/swift-build --configuration debug --product window-states
	rm -rf $(scratch)/screenshots
	$(window_tests) -q --numprocesses $$(nproc) --screenshots $(PYTEST_ARGS) Tests/WindowTests/test_every_state.py \
		Tests/WindowTests/gallery.py; status=$$?; \
		sort -n $(scratch)/screenshots/contrast.txt | head -n 10; exit $$status

# Every fault of a camera at every moment; the table is in .build/fault-matrix. Part of the window tests.
fault-matrix: stage
	$(window_tests) $(PYTEST_ARGS) Tests/WindowTests/test_fault_matrix.py; status=$$?; \
		cat $(scratch)/fault-matrix/table.txt; exit $$status

# Faults at random for SOAK_MINUTES, several times as many frames as usual; the table is in .build/soak.
soak: stage
	SOAK_MINUTES=$(SOAK_MINUTES) SOAK_SEED=$(SOAK_SEED) $(window_tests) -s $(PYTEST_ARGS) Tests/WindowTests/test_soak.py

# The tests with sanitizers, see build-aux/check-sanitize; SANITIZE_ARGS='--part thread' for a part.
check-sanitize: deps-test
	build-aux/check-sanitize $(SANITIZE_ARGS)

check-data:
	build-aux/check-data $(staged)
	$(PYTHON) -m pytest $(PYTEST_ARGS) Tests/ToolTests
	build-aux/check-potfiles
	build-aux/check-translations

# Debian's kernel in an emulated machine, with its own drivers; a few minutes, not part of `make test`. Results in
# .build/kernel-check.
check-kernel: stage
	@build-aux/install-dependencies build runtime test kernel
	PYTHONPATH=Tests $(PYTHON) -m KernelCheck $(KERNEL_CHECK_ARGS)

# Another release of Debian, with this machine's Swift; see build-aux/check-debian. CHECK_DEBIAN_ARGS='photo smoke' for a
# part.
check-debian:
	@build-aux/install-dependencies debian
	build-aux/check-debian --release $(RELEASE) $(CHECK_DEBIAN_ARGS)

# Installing. Only the last step writes to the prefix, and behind sudo only that is root's.

install: deps-install
	build-aux/as-invoker meson setup $(if $(wildcard $(meson_dir)/build.ninja),--reconfigure) --prefix="$$(realpath -m "$(prefix)")" $(meson_dir)
	@# The invoker's compiler, which sudo's PATH may hide from what runs as the invoker.
	swift=$$(build-aux/find-swift) && build-aux/as-invoker env SWIFT="$$swift" meson compile -C $(meson_dir)
	$(if $(DESTDIR),DESTDIR="$(destdir)") meson install -C $(meson_dir) --no-rebuild
ifeq ($(DESTDIR),)
	@mkdir -p $(meson_dir)/install-logs
	@# With what earlier installs put there: Meson lists only what this one has made.
	@log="$(meson_dir)/install-logs/$$(realpath -m "$(prefix)" | tr / %)" && new=$(meson_dir)/meson-logs/install-log.txt && \
		touch "$$log" && sort --unique --output="$$log" "$$log" $$new && rm $$new
	@chown -R --reference=$(meson_dir) $(meson_dir)/install-logs
endif
	@chown -R --reference=$(meson_dir) $(meson_dir)/meson-logs

# Removes what `make install` of this folder put below PREFIX; if that is not given, what it installed last.
uninstall:
	@build-aux/uninstall $(meson_dir) $(if $(filter file,$(origin PREFIX)),,"$(prefix)")

# Packages; docs/packaging.md. What is made is in .build/deb and .build/for-the-host.

deb:
	@build-aux/install-dependencies build install deb
	build-aux/make-deb

# As root: in fresh systems of Debian 12 and 13.
check-deb:
	@build-aux/install-dependencies build install deb
	build-aux/check-deb

# The libraries of the Flatpak one by one, and Tintype with them, in a fresh Debian; ten minutes.
check-flatpak:
	@build-aux/install-dependencies build install test deb
	build-aux/check-flatpak.py $(RELEASE)

release:
	@build-aux/install-dependencies build install deb
	build-aux/make-release '$(KEY)' $(BASE_URL)

# Measuring

# Three minutes; BENCH_ARGS=--full for everything, also the roll and recording. Best on a machine that does nothing else.
screen_bench = PYTHONPATH=Benchmarks build-aux/with-prefix $(staged) $(PYTHON) -m ScreenBench
bench: deps-bench stage bench-products
	$(screen_bench) $(BENCH_ARGS)
ifneq (,$(findstring --full,$(BENCH_ARGS)))
	$(screen_bench).roll
	$(screen_bench).record
	$(screen_bench).sync
	$(screen_bench).sync --seconds 24 --pauses 20
endif

deps-bench:
	@build-aux/install-dependencies build runtime test bench

bench-products:
	build-aux/swift-build --product photo-bench
	build-aux/swift-build --product focus-bench
	build-aux/swift-build --product pixel-bench

bench-photos:
	build-aux/swift-build --product photo-bench
	$(scratch)/release/photo-bench times
	$(scratch)/release/photo-bench heic

# How soon the roll shows what, beside a virtual camera; some minutes.
bench-roll: deps-bench stage
	$(screen_bench).roll

# What recording costs and loses beside ffmpeg and guvcview, and how far its sound is off; four minutes.
bench-record: deps-bench stage
	$(screen_bench).record $(BENCH_ARGS)
	$(screen_bench).sync
	$(screen_bench).sync --seconds 24 --pauses 20

# What zoom, chips and ruler over the picture cost beyond the picture alone; six minutes.
bench-overlays: deps-bench stage
	$(screen_bench).overlays $(BENCH_ARGS)

# A hundred seeded scenes of each kind; fails where a kind has less than 99 right.
bench-focus:
	build-aux/swift-build --product focus-bench
	$(scratch)/release/focus-bench

# How near merged bursts come to the truth, in scenes for which it is known; BENCH_ARGS=--quick for a minute's worth.
bench-merge:
	@build-aux/install-dependencies build
	build-aux/swift-build --product merge-bench
	$(scratch)/release/merge-bench $(BENCH_ARGS)
ifeq (,$(BENCH_ARGS))
	$(scratch)/release/merge-bench --moving=200
endif

# What is read of the pictures with codes in CODES, beside zxing-cpp of PyPI and zbarimg where they are there.
bench-codes:
	@test -d '$(call at_home,$(CODES))' || { echo 'make bench-codes CODES=FOLDER: a folder of pictures with codes.' >&2; exit 1; }
	@build-aux/install-dependencies build runtime
	build-aux/swift-build --product tintype
	build-aux/swift-build --product code-bench
	@$(PYTHON) -m pip install --quiet --target $(scratch)/bench-codes --upgrade zxing-cpp || true
	@$(PYTHON) Benchmarks/CodeBench/compare.py $(scratch)/release/code-bench $(scratch)/release/tintype \
		'$(call at_home,$(CODES))' $(scratch)/bench-codes

# Fails where a frame takes 5 % more instructions than in Benchmarks/ScreenBench/instructions.json, which
# BENCH_ARGS=--update writes anew. Half a minute.
bench-instructions:
	@build-aux/install-dependencies build test
	build-aux/swift-build --product pixel-bench
	PYTHONPATH=Benchmarks $(PYTHON) -m ScreenBench.instructions $(scratch)/release/pixel-bench $(BENCH_ARGS)

# Keeping it tidy

format: deps-lint
	@clang-format -i $(c_sources)
	$$(build-aux/find-swift) format format --in-place --parallel --recursive $(swift_sources)

lint: deps-lint
	@clang-format --dry-run -Werror $(c_sources)
	$(PYTHON) -m flake8 $(sources) data
	$$(build-aux/find-swift) format lint --strict --parallel --recursive $(swift_sources)
	@for script in build-aux/* .ci/run dev data/completions/tintype.bash Tests/VirtualCamera/check.sh; do \
		case $$script in *.txt | *.yml | *.py | */sanitize) ;; *) bash -n $$script || exit 1 ;; esac; \
	done
	build-aux/check-potfiles
	build-aux/check-translations
	build-aux/check-version
	build-aux/check-licenses

pot:
	build-aux/update-pot

po-update:
	build-aux/update-po

# But for what `make uninstall` reads: which files were installed is known from nothing else.
clean:
	rm -rf $(scratch)
	@if [ -d $(meson_dir) ]; then \
		find $(meson_dir) -mindepth 1 -maxdepth 1 ! -name install-logs -exec rm -rf {} + && \
		find $(meson_dir) -depth -type d -empty -delete; \
	fi
	@if [ -f Tests/VirtualCamera/Makefile ]; then $(MAKE) --no-print-directory -C Tests/VirtualCamera clean; fi

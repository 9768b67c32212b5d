"""`python -m tools.ear build --out DIR`: make the Russian speech model. See README.md beside this file."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path

from tools.ear.steps import EarError

NEEDED = ("torch", "kaldi_native_fbank", "silero_stress", "num2words", "wordfreq")
EXAMINING = ("kaldi_native_fbank", "silero_stress", "num2words", "wordfreq")
WRONG_USE = 2


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="python -m tools.ear", description=__doc__)
    actions = top.add_subparsers(dest="action", metavar="build|extend|renew|examine", required=True)
    build = actions.add_parser("build", help="do all steps that are not done yet, and measure the model")
    build.add_argument("--out", type=Path, required=True, metavar="DIR", help="model folder; its name is the model's")
    build.add_argument("--work", type=Path, metavar="DIR", default=Path("out/ear"), help="what the steps leave behind")
    build.add_argument("--speech", type=Path, metavar="DIR", help="folder of folders with speech and a list.tsv each")
    build.add_argument("--start", type=Path, metavar="FILE", help="a network.pt to train further, at a lower rate")
    build.add_argument("--small", action="store_true", help="a toy in minutes, to try the pipeline")
    build.add_argument("--steps", type=int, metavar="N", help="batches of training; the default is in settings.py")
    extend = actions.add_parser("extend", help="copy a model with the words of the vocabulary that it lacks")
    extend.add_argument("model", type=Path)
    extend.add_argument("--out", type=Path, required=True, metavar="DIR")
    renew = actions.add_parser("renew", help="copy a model with another network, or the mean of several")
    renew.add_argument("model", type=Path)
    renew.add_argument("networks", type=Path, nargs="+", metavar="NETWORK", help="network.pt of a training")
    renew.add_argument("--out", type=Path, required=True, metavar="DIR")
    examine = actions.add_parser("examine", help="play the prompts that were never trained on to a model")
    examine.add_argument("model", type=Path)
    return top


def main() -> int:
    """Run it; 0 done, 2 something is missing."""
    args = parser().parse_args()
    try:
        _run(args)
    except EarError as error:
        print(f"ear: {error}", file=sys.stderr)
        return WRONG_USE
    return 0


def _run(args: argparse.Namespace) -> None:
    needed = NEEDED if args.action != "examine" else EXAMINING
    missing = [name for name in needed if importlib.util.find_spec(name) is None]
    if missing:
        raise EarError(f"{', '.join(missing)} cannot be imported; install the extra: pip install -e '.[ear]'")
    from dataclasses import replace  # noqa: PLC0415

    from tools.ear.pipeline import Pipeline  # noqa: PLC0415 - only now are its libraries known to be there
    from tools.ear.settings import FULL, SMALL  # noqa: PLC0415

    if args.action == "examine":
        Pipeline(Path(), FULL, None).examine(args.model)
        return
    if args.action == "extend":
        Pipeline(Path(), FULL, None).extend(args.model, args.out)
        return
    if args.action == "renew":
        from tools.ear.renewal import renew  # noqa: PLC0415

        renew(args.model, args.networks, args.out)
        return
    settings = SMALL if args.small else FULL
    if args.steps is not None:
        settings = replace(settings, steps=args.steps)
    Pipeline(args.work, settings, args.speech, args.start).build(args.out)


if __name__ == "__main__":
    sys.exit(main())

"""List the libraries that voiceduet needs, with version and licence, from what is installed: docs/licences.md.

python tools/licences.py > docs/licences.md
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import metadata

PROJECT = "voiceduet"
OPTIONAL = ("en", "ko", "print", "whisper")
HEAD = """# Licences of the libraries

Made by `tools/licences.py` from the installed packages; voice, models and word data name their licences in the README
beside them. Known vulnerabilities: `make audit` (asks a service on the network, so it is no part of the tests; see
[robustness.md](robustness.md)).

| library | version | licence | needed for |
|---|---|---|---|"""


def requirements(name: str, extra: str = "") -> Iterator[str]:
    """Names of the direct dependencies of an installed package, with those of one of its extras."""
    for line in metadata.requires(name) or ():
        wanted, _, condition = line.partition(";")
        marker = re.search(r"extra\s*==\s*['\"]([\w-]+)", condition)
        if (marker is None and not extra) or (marker is not None and marker.group(1) == extra):
            match = re.match(r"[\w.-]+", wanted.strip())
            if match:
                yield match.group(0)


def closure(names: Iterator[str]) -> dict[str, metadata.Distribution]:
    """The packages and all that they need, as far as installed here."""
    found: dict[str, metadata.Distribution] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in found:
            continue
        try:
            found[key] = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        waiting.extend(requirements(name))
    return found


def licence(package: metadata.Distribution) -> str:
    """The licence as the package states it: expression, else classifiers, else the free text."""
    fields = package.metadata
    if expression := fields.get_all("License-Expression"):
        return str(expression[0])
    classifiers = [
        line.rsplit("::", 1)[-1].strip() for line in fields.get_all("Classifier") or () if "License ::" in line
    ]
    if classifiers:
        return ", ".join(classifiers)
    stated = fields.get_all("License") or ["not stated"]
    return str(stated[0]).strip().splitlines()[0][:60]


def main() -> int:
    """Print the table; 1 when a package states no licence."""
    rows = {key: (package, "play") for key, package in closure(requirements(PROJECT)).items()}
    for extra in OPTIONAL:
        for key, package in closure(requirements(PROJECT, extra)).items():
            rows.setdefault(key, (package, f"[{extra}]"))
    print(HEAD)
    for key, (package, purpose) in sorted(rows.items()):
        print(f"| {key} | {package.version} | {licence(package)} | {purpose} |")
    return int(any(licence(package) == "not stated" for package, _ in rows.values()))


if __name__ == "__main__":
    sys.exit(main())

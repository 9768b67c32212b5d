"""A model with another network: words, graph and settings stay as they are. Needs torch."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from tools.ear.averaging import MeanState
from tools.ear.export import to_nnet
from tools.ear.model_folder import write_acoustic_model
from tools.ear.network import Network, load_checkpoint
from tools.ear.steps import EarError, say

NETWORK_FILE = "am/final.mdl"
SUMS_FILE = "SHA256SUMS.txt"


def mean_network(checkpoints: Sequence[Path]) -> Network:
    """The mean of networks that were trained further from the same one. Raises `EarError` when their sizes differ."""
    networks = [load_checkpoint(path)[0] for path in checkpoints]
    if len({network.size for network in networks}) != 1:
        raise EarError("networks of different sizes have no mean; name those that came from one network")
    mean = MeanState()
    for network in networks:
        mean.add(network.state_dict())
    networks[0].load_state_dict(mean.state)
    return networks[0]


def renew(model: Path, checkpoints: Sequence[Path], out: Path) -> None:
    """Copy a model with the mean of networks in the place of its own. Raises `EarError` when `out` is there."""
    for path in (model / NETWORK_FILE, *checkpoints):
        if not path.is_file():
            raise EarError(f"{path} is missing; a model folder and network.pt files are expected")
    if out.exists():
        raise EarError(f"{out} is there already; name another folder or remove it")
    network = mean_network(checkpoints)
    shutil.copytree(model, out, copy_function=shutil.copyfile)
    write_acoustic_model(out / NETWORK_FILE, to_nnet(network))
    sums = out / SUMS_FILE
    if sums.is_file():
        sums.write_text(_renewed(sums.read_text(encoding="utf-8"), out / NETWORK_FILE), encoding="utf-8")
    say(f"{out}: {model.name} with the network of {', '.join(path.name for path in checkpoints)}")


def _renewed(sums: str, file: Path) -> str:
    own = f"{sha256(file.read_bytes()).hexdigest()}  {NETWORK_FILE}"
    lines = [own if line.endswith(f"  {NETWORK_FILE}") else line for line in sums.splitlines()]
    return "".join(f"{line}\n" for line in lines)

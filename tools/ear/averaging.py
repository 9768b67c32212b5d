"""The mean of a network's weights over the end of its training: steadier than the last ones. Needs torch."""

from __future__ import annotations

from collections.abc import Mapping

import torch

State = Mapping[str, torch.Tensor]


class MeanState:
    """The mean of all states that were added; whole numbers are taken from the last one."""

    def __init__(self, mean: State | None = None, count: int = 0) -> None:
        self._mean = {name: values.clone() for name, values in (mean or {}).items()}
        self.count = count

    def add(self, state: State) -> None:
        """One more state, with the same names as the others."""
        self.count += 1
        for name, values in state.items():
            old = self._mean.get(name)
            if old is None or not values.is_floating_point():
                self._mean[name] = values.detach().clone()
            else:
                old += (values.detach() - old) / self.count

    @property
    def state(self) -> dict[str, torch.Tensor]:
        """The mean; empty when nothing was added."""
        return self._mean

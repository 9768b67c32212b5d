"""Logistic regression, for weights that are fitted to recordings."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
STEPS = 60


def regression(table: Floats, right: Floats, ridge: float) -> Floats:
    """(1 + figures,): the base and a weight for each figure, in the figures' own units, by Newton's method.

    `table`: (samples, figures); `right`: (samples,), 0 or 1. `ridge` keeps the weights of figures that are
    scaled alike small, beside the sum over all samples; the base is free.
    """
    mean, spread = table.mean(axis=0), table.std(axis=0)
    spread[spread == 0.0] = 1.0
    scaled = np.hstack([np.ones((len(table), 1)), (table - mean) / spread])
    weights = np.zeros(scaled.shape[1])
    penalty = np.diag([0.0, *([ridge] * table.shape[1])])
    for _ in range(STEPS):
        likely = 1.0 / (1.0 + np.exp(-np.clip(scaled @ weights, -30.0, 30.0)))
        slope = scaled.T @ (likely - right) + penalty @ weights
        weights -= np.linalg.solve((scaled.T * (likely * (1.0 - likely))) @ scaled + penalty, slope)
    plain = weights[1:] / spread
    return np.array([weights[0] - plain @ mean, *plain])

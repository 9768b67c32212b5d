"""The regression that weights of recordings are fitted with."""

from __future__ import annotations

import numpy as np
import pytest

from tools.logistic import regression

pytestmark = pytest.mark.logic


def test_weights_are_found_again() -> None:
    random = np.random.default_rng(1)
    table = random.normal(size=(20_000, 2)) * (1.0, 10.0) + (0.0, 5.0)
    likely = 1.0 / (1.0 + np.exp(-(0.5 + table @ (2.0, -0.3))))
    right = (random.random(len(table)) < likely).astype(np.float64)
    assert regression(table, right, 1.0) == pytest.approx([0.5, 2.0, -0.3], abs=0.1)


def test_what_tells_everything_and_what_tells_nothing_keep_finite_weights() -> None:
    right = np.array([0.0, 0.0, 1.0, 1.0])
    base, telling, constant = regression(np.column_stack([right, np.ones(4)]), right, 1.0)
    assert np.isfinite([base, telling, constant]).all()
    assert telling > 1.0
    assert constant == pytest.approx(0.0)

"""English language data and morphology."""

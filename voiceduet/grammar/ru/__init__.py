"""Russian language data and morphology."""

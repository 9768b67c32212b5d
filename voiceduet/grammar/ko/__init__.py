"""Korean language data and morphology."""

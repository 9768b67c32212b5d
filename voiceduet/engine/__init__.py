"""The rules of the game: pure, immutable, without clock, chance, log, audio or language data."""

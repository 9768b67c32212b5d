"""Speech to text: sources, gate, endpointing, recognisers, model store. Knows no game."""

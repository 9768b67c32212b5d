"""The second ear: a slower recogniser that is asked about one utterance at a time."""

"""Text to speech: port, queue, adapters, WAV rendering. Knows no game."""

"""Text to meaning, and words to relations between words."""

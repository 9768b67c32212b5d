"""The clue judge: may this clue be given (rules 9)."""

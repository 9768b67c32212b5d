"""Rule cases: situations of the game with their expected course, as JSON files that `voiceduet replay` checks."""

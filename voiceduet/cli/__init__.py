"""One small module per command: arguments and exit codes, no decisions."""

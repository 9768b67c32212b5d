"""Word graphs of Vosk models: their files, and words added to them without any other program."""

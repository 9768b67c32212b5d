"""The pipeline that makes a small Russian speech model in Vosk's format; see README.md beside this file."""

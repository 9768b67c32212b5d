"""The referee at one table: dialogue, wording, session, journal, config."""

"""An offline, hands-free referee for the word game Codenames: Duet."""

__version__ = "0.1.0"

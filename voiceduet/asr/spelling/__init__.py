"""Spelled words by ear: letters, one after another, that make a word."""

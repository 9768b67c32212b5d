"""The conversation at one table: a pure `step(state, input) -> step result`.

Order of handlers: confirmation, then command, then disambiguation, then move. Nothing here reads a clock, draws lots,
writes a file or makes a sound; the session does that with what a step returns.
"""

"""The conversation that sets a table up by voice: a pure `step(table, state, heard) -> step` (voice.md, Hands free).

Nothing here draws lots: board and key are drawn after the last "yes", so nothing secret can be said.
"""

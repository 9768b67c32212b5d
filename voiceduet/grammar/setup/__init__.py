"""What players say while a table is set up by voice (voice.md, Hands free): scopes, sentences, meanings."""

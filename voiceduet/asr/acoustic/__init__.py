"""The network of the model that comes along, computed here: the phrases of a scope weighed against all other speech."""

"""Adapters: regulations as games of other libraries, which are extras; importing one registers its games there."""

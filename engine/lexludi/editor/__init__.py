"""The editor: answers about a text while it is written, and the server that gives them to editors."""

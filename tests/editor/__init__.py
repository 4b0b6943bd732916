"""The editor's answers, and its server asked by a real client."""

"""The language: a text to its tree and back, in Chinese, Portuguese and English."""

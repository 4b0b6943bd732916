"""The ground that every room stands on: texts and places in them, diagnostics, messages, errors."""

"""The checks on texts and on the law: what is wrong, what is left open, what is never reached."""

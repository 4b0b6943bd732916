"""Mutation testing: small faults put into the code of rules, play and exact, one at a time, and the tests run on each.

`drawing` draws the faults, `trying` runs tests on a copy of the checkout, `survivors.toml` lists
those that no test can notice, or need not, each with a reason. `make mutants` needs cosmic-ray.
"""

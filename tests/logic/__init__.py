"""The rules of a text as formulas of logic, from its portable JSON alone, and z3 asked what they leave open.

Nothing of the engine is imported in `encoding` and `oracle`: what words mean is said there a second time.
`comparing` holds the answers of z3 against those of the checks, and plays every model that z3 gives.
"""

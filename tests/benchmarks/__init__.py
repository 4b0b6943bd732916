"""Hand-written games: exact odds and simulations of one game each, for comparison with what comes of the rules.

Each is written from the regulation for that game alone, as a good engineer would write
it, and uses nothing of the engine. The tests take the exact ones as oracles; `python -m
benchmarks` measures all of them beside the engine, in one run.
"""

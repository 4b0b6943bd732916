"""Kernels: exact odds and fast simulation, compiled from the same rules that the interpreter runs."""

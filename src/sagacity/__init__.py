"""Persistent memory for AI coding agents.

Kept free of imports: the hooks load this package on every prompt.
"""

__version__ = "0.1.0"

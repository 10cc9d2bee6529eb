"""Notes about four public codebases as a coding agent's memory would hold them, and questions about them."""

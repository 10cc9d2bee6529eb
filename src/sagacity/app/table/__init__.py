"""The table of operations by part; `operations` joins them."""

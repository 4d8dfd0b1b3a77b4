"""The news: who is looking at which table, and what changed for them."""

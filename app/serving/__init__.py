"""The running server: a parent that listens and watches, and worker processes that answer."""

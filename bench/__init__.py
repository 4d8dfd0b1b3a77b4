"""Measurements. Timings compare two things in one run; docs/performance.md has the figures."""

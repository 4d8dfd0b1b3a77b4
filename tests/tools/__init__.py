"""Tests of the programs for those who work on Tertulia."""

"""Tests of Cuckooo!, rule by rule."""

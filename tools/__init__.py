"""Programs for those who work on Tertulia."""

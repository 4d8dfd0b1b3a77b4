"""The tests mirror `app/`."""

"""Tertulia: a web server for board-game evenings among friends."""

"""The rules: pure, without clock, file, network, or any randomness but `chance`."""

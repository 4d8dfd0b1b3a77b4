"""Players that are not people: one process beside the server decides on views, as a person would."""

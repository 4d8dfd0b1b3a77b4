"""The database: models, engine, migrations, and the PostgreSQL that Tertulia starts where the host has none."""

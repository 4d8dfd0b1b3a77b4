"""What the server writes, to standard error: never the address of a person."""

import logging
import time

from app.settings import Settings


def configure(settings: Settings) -> None:
    """Set up logging for this process. Times are UTC."""
    formatter = logging.Formatter("%(asctime)sZ %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S")
    formatter.converter = time.gmtime
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("tertulia").setLevel(settings.log_level)
    # uvicorn tells visitors' addresses below this level.
    logging.getLogger("uvicorn").setLevel(logging.WARNING)

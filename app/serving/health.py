"""Whether the server on this machine answers, for a container's health check: `python -m app.serving.health`."""

import sys
from http.client import HTTPConnection, HTTPException

from app.settings import Settings

SECONDS = 4


def healthy(settings: Settings) -> bool:
    """Whether /healthz of the server with these settings answers 200."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104
    connection = HTTPConnection(host, settings.port, timeout=SECONDS)
    try:
        connection.request("GET", f"{settings.base_path}/healthz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(0 if healthy(Settings.read()) else 1)

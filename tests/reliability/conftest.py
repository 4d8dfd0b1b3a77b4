"""What the tests of reliability may ask for: the same company as at the doors."""

from tests.web.conftest import company

__all__ = ["company"]

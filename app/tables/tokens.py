"""Secrets that open something: random, and stored by their hash alone wherever nobody has to read them again."""

import hashlib
import secrets

CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No 0, 1, I, L, O: codes are read aloud and typed."""
CODE_LENGTH = 8


def new_id() -> str:
    """The id of a table: 128 random bits as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def new_token() -> str:
    """A secret of 256 random bits: 43 characters that stand in an address as they are."""
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """A one-time code of about 40 random bits."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """A code as it was meant: capitals, without what people write between."""
    return "".join(letter for letter in text.upper() if letter.isalnum())


def hashed(secret: str) -> bytes:
    """What is stored of a secret, and looked up: its SHA-256."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()

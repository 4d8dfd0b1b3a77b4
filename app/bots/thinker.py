"""The way to the process in which bots think: started when it is first needed, and again when it dies."""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path

from app.bots.mind import HEADER, Question, packed, unpacked
from app.games.session import Action

SECONDS = 5.0
"""A decision that takes longer is given up, and the process with it."""
START_SECONDS = 30.0
"""The first one waits for the process to start."""
ROOT = Path(__file__).resolve().parent.parent.parent

logger = logging.getLogger("tertulia.bots")


class Thinker:
    """Asks the process one question at a time; others wait for their turn."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._turn = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """The process that thinks, None while there is none."""
        return None if self._process is None else self._process.pid

    async def decide(self, question: Question) -> Action | None:
        """What the bot chooses; None when it takes too long, or its process dies over it again."""
        async with self._turn:
            for _ in range(2):
                try:
                    async with asyncio.timeout(SECONDS if self._process is not None else START_SECONDS):
                        return await self._ask(question)
                except TimeoutError:
                    logger.warning("A bot thinks for too long about %s; its process is ended.", question[0])
                    await self._end()
                    return None
                except (OSError, asyncio.IncompleteReadError):
                    logger.warning("The bots' process has died; it is started anew.")
                    await self._end()
                except asyncio.CancelledError:
                    await self._end()
                    raise
        return None

    async def _ask(self, question: Question) -> Action | None:
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(packed(question))
        await process.stdin.drain()
        header = await process.stdout.readexactly(HEADER)
        answer = unpacked(await process.stdout.readexactly(int.from_bytes(header, "big")))
        assert answer is None or isinstance(answer, Action)
        return answer

    async def _running(self) -> Process:
        if self._process is not None and _gone(self._process):
            logger.warning("The bots' process has died meanwhile; it is started anew.")
            await self._end()
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "app.bots.mind", stdin=PIPE, stdout=PIPE, cwd=ROOT
            )
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def stop(self) -> None:
        """End the process."""
        async with self._turn:
            await self._end()


def _gone(process: Process) -> bool:
    """Whether a process is known to have ended: an event loop may refuse to write to it by an error of its own."""
    return process.returncode is not None or process.stdin is None or process.stdin.is_closing()

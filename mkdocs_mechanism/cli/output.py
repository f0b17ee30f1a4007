"""Where commands write: findings and products on stdout, all else on stderr, files as a whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from ..workspace import quote_path


class UsageError(Exception):
    """The command can't do what it was asked: one line for stderr, exit code 2."""


def prepare() -> None:
    """Let both streams take every character: what their encoding can't hold is escaped, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def out(text: str) -> None:
    """Write text to stdout.

    Raises:
        UsageError: It can't be written; a reader that went away (`| head`) is no such case.
    """
    if sys.stdout is not None:
        with _guarded(sys.stdout):
            sys.stdout.write(text)


def out_bytes(data: bytes) -> None:
    """Write bytes to stdout as they are; errors as `out`."""
    if not hasattr(sys.stdout, "buffer"):
        out(data.decode(errors="backslashreplace"))
        return
    with _guarded(sys.stdout):
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def say(text: str) -> None:
    """Write one line to stderr."""
    if sys.stderr is not None:
        print(text, file=sys.stderr)


def finish(code: int) -> int:
    """Flush both streams and return the exit code: 2 when the output is lost."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            try:
                with _guarded(stream):
                    stream.flush()
            except UsageError as error:
                say(f"mkdocs-mechanism: {error}")
                code = 2
    return code


@contextmanager
def _guarded(stream: TextIO) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        _silence(stream)
    except OSError:
        _silence(stream)
        raise UsageError("the output can't be written") from None


def _silence(stream: TextIO) -> None:
    """Send what is still buffered to nowhere, or the interpreter would complain about it at its end."""
    with suppress(OSError, ValueError):
        target = os.open(os.devnull, os.O_WRONLY)
        os.dup2(target, stream.fileno())
        os.close(target)


def write_file(path: Path, data: bytes) -> None:
    """Put a file in place at once: a reader sees the old bytes or the new ones; the mode of an old file is kept.

    A device, a pipe or whatever else is no regular file is written to and stays what it is.

    Raises:
        UsageError: It can't be written; the old file is as it was.
    """
    try:
        # Not of the resolved path: links such as /dev/fd/1 lead to a pipe that has no name of its own.
        mode = path.stat().st_mode
    except OSError:
        mode = stat.S_IFREG | (0o666 & ~_umask())
    if stat.S_ISDIR(mode):
        raise UsageError(f"{quote_path(str(path))} is a folder; expected the name of a file")
    if stat.S_ISREG(mode):
        _replace(path, data, mode & 0o7777)
    else:
        _write_to(path, data)


def _write_to(path: Path, data: bytes) -> None:
    try:
        with path.open("wb") as file:
            file.write(data)
    except OSError as error:
        raise UsageError(f"{path.name} can't be written: {_reason(error)}") from None


def _replace(path: Path, data: bytes, mode: int) -> None:
    target = Path(os.path.realpath(path))
    try:
        import tempfile  # only commands that write need it

        handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
    except OSError as error:
        raise UsageError(f"{path.name} can't be written: {_reason(error)}") from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(target)
    except OSError as error:
        raise UsageError(f"{path.name} can't be written: {_reason(error)}") from None
    finally:
        temporary.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()

"""Pages over http on this machine. How a file is served is said by the first parts of its path, in any order:

`/late/...` comes after 200 ms; `/strict/...` with a Content-Security-Policy that allows the site's own files only.
"""

from __future__ import annotations

import mimetypes
import threading
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LATE = 0.2
"""How long a late file takes, in seconds."""
POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'"


class Site:
    """Files that a browser can ask for."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def put(self, path: str, content: bytes | str) -> str:
        """Keep a file, and return its address."""
        self.files[path] = content.encode() if isinstance(content, str) else content
        return self.url + path

    def put_all(self, folder: str, files: Mapping[str, bytes]) -> None:
        """Keep the files of a figure."""
        for name, content in files.items():
            self.put(folder + name, content)

    def close(self) -> None:
        """End the server."""
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        files = self.files

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                is_strict = False
                while path.startswith(("/late/", "/strict/")):
                    manner, path = path[1:].split("/", 1)
                    path = "/" + path
                    is_strict |= manner == "strict"
                    if manner == "late":
                        time.sleep(LATE)
                content = files.get(path)
                self.send_response(204 if path == "/favicon.ico" else 404 if content is None else 200)
                kind = mimetypes.guess_type(path)[0] or "text/html"
                self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text") else kind)
                self.send_header("Content-Length", str(len(content or b"")))
                self.send_header("Cache-Control", "no-store" if kind == "text/html" else "max-age=60")
                if is_strict:
                    self.send_header("Content-Security-Policy", POLICY)
                self.end_headers()
                self.wfile.write(content or b"")

            def log_message(self, *args: object) -> None:
                """Say nothing."""

        return Handler

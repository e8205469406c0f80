"""A headless browser for tests, spoken to through a pipe: no driver, no port, no further library."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import signal
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

FLAGS = (
    "--headless=new",
    "--no-first-run",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--no-pings",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
#: Seconds for one command.
LIMIT = 60.0
KEYS = {
    "Tab": (9, ""),
    "Enter": (13, "\r"),
    "Escape": (27, ""),
    "PageDown": (34, ""),
    "End": (35, ""),
    "ArrowLeft": (37, ""),
    "ArrowUp": (38, ""),
    "ArrowRight": (39, ""),
    "ArrowDown": (40, ""),
}


class Browser:
    """The protocol of the browser's own tools: commands with their answers, and events in between."""

    def __init__(self, to: int, back: int) -> None:
        self._to, self._back = to, back
        self._rest = b""
        self._count = 0
        self._session = self._target = ""
        self.events: list[dict[str, Any]] = []

    def send(self, method: str, **params: object) -> dict[str, Any]:
        """One command; its answer. What happens meanwhile is kept in :attr:`events`."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": params}
        if self._session and not method.startswith(("Target.", "Browser.")):
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while (found := self._read()).get("id") != self._count:
            self.events.append(found)
        assert "error" not in found, (method, found["error"])
        return dict(found["result"])

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            part = os.read(self._back, 1 << 20)
            assert part, "the browser has gone"
            self._rest += part
        one, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(one))

    def open(self, url: str, *, width: int = 360, media: Mapping[str, str] | None = None, before: str = "") -> None:
        """A new page of this width, loaded; ``before`` runs on it before its own scripts do."""
        self.close()
        self._target = str(self.send("Target.createTarget", url="about:blank")["targetId"])
        self._session = str(self.send("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"])
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=740, deviceScaleFactor=1, mobile=False)
        features = [{"name": name, "value": value} for name, value in (media or {}).items()]
        self.send("Emulation.setEmulatedMedia", features=features)
        if before:
            self.send("Page.addScriptToEvaluateOnNewDocument", source=before)
        self.go(url)

    def close(self) -> None:
        """The page that is open, if there is one."""
        if self._target:
            self.send("Target.closeTarget", targetId=self._target)
        self._session = self._target = ""

    def go(self, url: str) -> None:
        """Load a page here, and wait for it."""
        self.events.clear()
        self.send("Page.navigate", url=url)
        until = time.monotonic() + LIMIT
        while self.run("document.readyState + location.protocol") != "completefile:":
            assert time.monotonic() < until, url
            time.sleep(0.02)

    def run(self, script: str) -> Any:  # noqa: ANN401  (whatever JSON has)
        """The value of an expression on the page."""
        found = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def type(self, text: str) -> None:
        """Text as if it were typed."""
        self.send("Input.insertText", text=text)

    def press(self, key: str) -> None:
        """A key by its name."""
        code, text = KEYS[key]
        shared = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.send("Input.dispatchKeyEvent", type="keyDown", **shared, **({"text": text} if text else {}))
        self.send("Input.dispatchKeyEvent", type="keyUp", **shared)

    def picture(self, path: Path) -> None:
        """What the whole page looks like, as PNG."""
        found = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(found["data"]))

    def requests(self) -> list[str]:
        """All addresses that were asked for since the page was loaded."""
        self.run("1")
        sent = (one for one in self.events if one.get("method") == "Network.requestWillBeSent")
        return [str(one["params"]["request"]["url"]) for one in sent]

    def complaints(self) -> list[str]:
        """What the console says, and faults of scripts."""
        self.run("1")
        kinds = ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")
        return [json.dumps(one["params"]) for one in self.events if one.get("method") in kinds]


@contextmanager
def browsing(program: str, folder: Path) -> Iterator[Browser]:
    """A browser with a profile of its own, ended with its children."""
    (read, to), (back, write) = os.pipe(), os.pipe()

    def arrange() -> None:
        # The browser reads its fourth stream and writes its fifth; copies first, for they may lie on each other.
        first, second = os.dup(read), os.dup(write)
        os.dup2(first, 3)
        os.dup2(second, 4)

    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    process = subprocess.Popen(
        [program, *FLAGS, *root, f"--user-data-dir={folder / 'profile'}", "about:blank"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=arrange,  # noqa: PLW1509  (nothing else gives a child two more streams by their numbers)
        close_fds=False,
        start_new_session=True,
        env=os.environ | {"XDG_CONFIG_HOME": str(folder), "XDG_CACHE_HOME": str(folder)},
    )
    os.close(read)
    os.close(write)
    try:
        yield Browser(to, back)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        os.close(to)
        os.close(back)


def contrast(colours: list[str]) -> float:
    """As WCAG 2 has it."""
    first, second = (luminance([int(part) for part in one.strip("rgb()").split(",")]) for one in colours)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def luminance(parts: list[int]) -> float:
    """How bright a colour is."""
    linear = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

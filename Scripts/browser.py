"""A Chromium of Debian's, driven over its DevTools protocol."""
import base64, json, os, re, shutil, signal, subprocess, tempfile, time, urllib.request

import websocket  # Debian: python3-websocket


class Browser:
    """A headless Chromium with one page. Console errors, requests and exceptions of the page are kept."""

    def __init__(self):
        program = shutil.which("chromium")
        if not program:
            raise RuntimeError("chromium is not installed")
        self.folder = tempfile.mkdtemp()
        options = ["--headless=new", "--no-first-run", "--disable-gpu", "--disable-background-networking",
                   "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--remote-debugging-port=0",
                   "--remote-allow-origins=*", f"--user-data-dir={self.folder}"]
        if os.geteuid() == 0:
            options.append("--no-sandbox")  # Chromium has no sandbox for root
        if os.path.getsize("/proc/self/mounts") >= 0 and shutil.disk_usage("/dev/shm").total < 256 << 20:
            options.append("--disable-dev-shm-usage")
        self.process = subprocess.Popen([program, *options, "about:blank"], stderr=subprocess.PIPE, text=True,
                                        start_new_session=True)
        for line in self.process.stderr:
            found = re.search(r"DevTools listening on ws://([^/]+)/", line)
            if found:
                self.host = found.group(1)
                break
        else:
            raise RuntimeError("chromium does not start")
        with urllib.request.urlopen(f"http://{self.host}/json/list") as answer:
            page = next(target for target in json.load(answer) if target["type"] == "page")
        self.socket = websocket.create_connection(page["webSocketDebuggerUrl"], timeout=30, suppress_origin=True)
        self.number = 0
        self.errors, self.requests, self.trace, self.is_traced = [], [], [], False
        for domain in ("Page", "Runtime", "Log", "Network", "Performance"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        self.number += 1
        number = self.number
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.happened(message)

    def happened(self, message):
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.errors.append(" ".join(str(value.get("value", "")) for value in parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            entry = parameters["entry"]
            self.errors.append(f"{entry['text']} {entry.get('url', '')}")
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.requests.append(parameters["url"])
        elif method == "Tracing.dataCollected":
            self.trace += parameters["value"]
        elif method == "Tracing.tracingComplete":
            self.is_traced = True

    def evaluate(self, code):
        result = self.call("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def wait(self, code, seconds=15):
        """Waits until an expression is true, and gives its value."""
        end = time.monotonic() + seconds
        while True:
            value = self.evaluate(code)
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds} s: {code}")
            time.sleep(0.05)

    def open(self, url):
        self.call("Page.navigate", url=url)

    def size(self, width, height, is_phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=is_phone)

    def look(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def click(self, selector):
        self.evaluate(f"document.querySelector({json.dumps(selector)}).click()")

    def key(self, name, code=0, text=None):
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code, **more)

    def drag(self, start, end):
        def mouse(kind, place, buttons=1):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", buttons=buttons, clickCount=1)
        mouse("mousePressed", start)
        for step in range(1, 9):
            mouse("mouseMoved", (start[0] + (end[0] - start[0]) * step / 8, start[1] + (end[1] - start[1]) * step / 8))
        mouse("mouseReleased", end, 0)

    def click_at(self, place):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", buttons=1, clickCount=1)

    def screenshot(self, path, whole=False):
        # What was changed last is painted two frames later at the latest.
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def record(self, seconds):
        """The trace of so many seconds."""
        self.trace, self.is_traced = [], False
        self.call("Tracing.start", transferMode="ReportEvents",
                  traceConfig={"includedCategories": ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"]})
        time.sleep(seconds)
        self.call("Tracing.end")
        while not self.is_traced:
            self.happened(json.loads(self.socket.recv()))
        return self.trace

    def close(self):
        self.socket.close()
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

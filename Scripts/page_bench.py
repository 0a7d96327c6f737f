"""What the browser test of the page (interop-page) needs besides the browser: receivers, a way that can be cut, measures."""
import json, os, pty, random, socket, statistics, threading, time

# Ids that are there twice, what has no label, and text with too little contrast, as expressions of the page.
TWICE = "(() => { const ids = [...document.querySelectorAll('[id]')].map(node => node.id); return ids.filter((id, place) => ids.indexOf(id) !== place) })()"
UNLABELLED = """[...document.querySelectorAll('button, a[href], input, select')].filter(node =>
        !node.textContent.trim() && !node.labels?.length && !node.getAttribute('aria-label') && !node.title).map(node => node.outerHTML)"""
CONTRAST = """(() => {
  const number = (text) => text.match(/[\\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => { const f = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b) };
  const ground = (node) => { for (; node; node = node.parentElement) { const c = number(getComputedStyle(node).backgroundColor); if (c.length < 4 || c[3] > 0.5) return c } return [255, 255, 255] };
  const bad = [];
  for (const node of document.querySelectorAll('body *')) {
    if (node.closest('svg, [hidden], dialog:not([open]), .unseen, .skip') || node.disabled || !node.checkVisibility()) continue;
    if (![...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim())) continue;
    const [one, other] = [luminance(number(getComputedStyle(node).color)), luminance(ground(node))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) bad.push(`${node.tagName}.${node.className} ${node.textContent.trim().slice(0, 20)} ${ratio.toFixed(2)}`);
  }
  return bad;
})()"""

# A picture of one dot.
PIXEL = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010806000000" "1f15c4890000000d49444154789c6360f8cfc0f01f00050001ff89993d1d0000000049454e44ae426082")

# A program that opens 50 readers, and says how much the one has read that was told the least.
READERS = """
import sys, threading
sys.path.insert(0, sys.argv[2])
import websocket
sockets = [websocket.create_connection(sys.argv[1], suppress_origin=True) for _ in range(50)]
print("open", flush=True)
counts = [0] * 50
def read(number, one):
    try:
        while one.recv(): counts[number] += 1
    except Exception: pass
threads = [threading.Thread(target=read, args=pair, daemon=True) for pair in enumerate(sockets)]
for thread in threads: thread.start()
for _ in sys.stdin: print(min(counts), flush=True)
"""


class Sentences:
    """Serves the drive over TCP, UDP and a terminal, again and again."""

    def __init__(self, drive):
        with open(drive, "rb") as file:
            self.lines = file.read().splitlines(keepends=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.gpsd = socket.create_server(("127.0.0.1", 0))
        free = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        free.bind(("127.0.0.1", 0))
        self.udp_port = free.getsockname()[1]
        free.close()
        self.master, self.slave = pty.openpty()
        self.terminal = os.ttyname(self.slave)
        threading.Thread(target=self.accept, args=(self.listener, self.lines), daemon=True).start()
        tpv = b'{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}\r\n'
        fixes = [json.dumps({"class": "TPV", "mode": 3, "lat": 49.5 + index * 1e-5, "lon": 8.4, "time":
                             f"2026-05-14T09:{index // 60 % 60:02}:{index % 60:02}.000Z"}).encode() + b"\r\n" for index in range(3000)]
        threading.Thread(target=self.accept, args=(self.gpsd, [tpv] + fixes), daemon=True).start()
        threading.Thread(target=self.send, daemon=True).start()

    def accept(self, listener, lines):
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=self.serve, args=(connection, lines), daemon=True).start()

    def serve(self, connection, lines):
        try:
            for line in lines:
                connection.sendall(line)
                time.sleep(0.01)
        except OSError:
            pass

    def send(self):
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        os.set_blocking(self.master, False)
        while True:
            for line in self.lines:
                sender.sendto(line, ("127.0.0.1", self.udp_port))
                try:
                    os.write(self.master, line)
                except OSError:
                    pass
                time.sleep(0.01)


class Cuttable:
    """A way to the page's server that can be cut, while the server goes on."""

    def __init__(self, host):
        self.target = host.split(":")
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.host = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.ends = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = socket.create_connection((self.target[0], int(self.target[1])))
            self.ends += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        for end in self.ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.ends.clear()


def sentence(*fields):
    text = ",".join(str(field) for field in fields)
    value = 0
    for byte in text.encode():
        value ^= byte
    return f"${text}*{value:02X}\r\n".encode()


def receiver():
    """A receiver over TCP: 10 positions a second, 40 satellites, whose strengths change each time. Its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    chance = random.Random(1)
    sky = {name: [(number, chance.randrange(5, 90), chance.randrange(360)) for number in numbers] for name, numbers in
           (("GP", range(1, 13)), ("GL", range(65, 75)), ("GA", range(1, 11)), ("GB", range(1, 9)))}

    def epoch(number):
        clock = f"{9 + number // 36000 % 10:02}{number // 600 % 60:02}{number // 10 % 60:02}.{number % 10}0"
        latitude, longitude = f"49{29.2 + number * 0.0008:08.5f}", f"008{27.6 + number * 0.0008:08.5f}"
        lines = [sentence("GNRMC", clock, "A", latitude, "N", longitude, "E", "24.0", "33.0", "140526", "", "", "A"),
                 sentence("GNGGA", clock, latitude, "N", longitude, "E", 1, 30, 0.5, 101.0, "M", 47.0, "M", "", "")]
        for name, satellites in sky.items():
            used = [one[0] for one in satellites[:8]] + [""] * max(0, 4)
            lines.append(sentence("GNGSA", "A", 3, *used[:12], 0.9, 0.5, 0.8))
            count = -(-len(satellites) // 4)
            for part in range(count):
                fields = [field for place, (satellite, elevation, azimuth) in enumerate(satellites[part * 4:part * 4 + 4])
                          for field in (f"{satellite:02}", f"{elevation:02}", f"{azimuth:03}", f"{30 + (satellite * 7 + number) % 20}")]
                lines.append(sentence(f"{name}GSV", count, part + 1, len(satellites), *fields))
        return b"".join(lines)

    def serve():
        connection, _ = listener.accept()
        begin = time.monotonic()
        try:
            for number in range(100_000):
                time.sleep(max(0, begin + number / 10 - time.monotonic()))
                connection.sendall(epoch(number))
        except OSError:
            pass
    threading.Thread(target=serve, daemon=True).start()
    return listener.getsockname()[1]


def work_in_windows(trace):
    """What the main thread of the page worked in each tenth of a second: median, 95th percentile, number."""
    names = {(event["pid"], event["tid"]): event["args"]["name"] for event in trace if event["name"] == "thread_name"}
    busy = {}
    for event in trace:
        if event.get("ph") == "X" and event["name"] == "RunTask" and names.get((event["pid"], event["tid"])) == "CrRendererMain":
            busy.setdefault(event["pid"], []).append((event["ts"], event.get("tdur", event.get("dur", 0))))
    tasks = max(busy.values(), key=lambda all: sum(duration for _, duration in all))
    first = min(begin for begin, _ in tasks)
    windows = {}
    for begin, duration in tasks:
        windows[(begin - first) // 100_000] = windows.get((begin - first) // 100_000, 0) + duration / 1000
    work = sorted(windows.values())
    return statistics.median(work), work[int(len(work) * 0.95)], len(work)

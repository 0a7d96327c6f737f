"""As much of an SDL app as the tests of the page need: it registers, asks, and takes what comes."""
import json, socket, struct, threading, time

IDS = {"RegisterAppInterface": 1, "SubscribeVehicleData": 20, "GetWayPoints": 45, "SubscribeWayPoints": 46,
       "OnHMIStatus": 32768, "OnVehicleData": 32772, "OnWayPointChange": 32784}
NAMES = {number: name for name, number in IDS.items()}


class Client:
    def __init__(self, address, name, number):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), 10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(20)
        self.buffer = b""
        version = b"\x02protocolVersion\0" + struct.pack("<i", 6) + b"5.4.1\0"
        bson = struct.pack("<i", len(version) + 5) + version + b"\0"
        self.socket.sendall(struct.pack(">BBBBI", 0x10, 7, 1, 0, len(bson)) + bson)
        kind, info, self.session, _ = self.frame()
        assert kind == 0 and info == 2, "StartService is not acknowledged"
        self.number, self.correlation, self.notifications = number, 0, []
        self.level = None
        answer = self.ask("RegisterAppInterface", syncMsgVersion={"majorVersion": 8, "minorVersion": 0, "patchVersion": 0},
                          appName=name, appID=f"{number}", isMediaApplication=False, languageDesired="EN-US",
                          hmiDisplayLanguageDesired="EN-US", appHMIType=["NAVIGATION"])
        assert answer["success"], answer

    def read(self, count):
        while len(self.buffer) < count:
            block = self.socket.recv(65536)
            if not block:
                raise EOFError
            self.buffer += block
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def frame(self):
        first = self.read(8)
        version, kind = first[0] >> 4, first[0] & 7
        size = struct.unpack(">I", first[4:])[0]
        if version > 1:
            self.read(4)
        return kind, first[2], first[3], self.read(size)

    def message(self):
        while True:
            kind, info, _, payload = self.frame()
            if kind == 2:
                payload = b""
                while True:
                    kind, info, _, part = self.frame()
                    payload += part
                    if info == 0:
                        break
            elif kind != 1:
                continue
            first, correlation, size = struct.unpack(">IiI", payload[:12])
            name = NAMES.get(first & 0xFFFFFFF, str(first & 0xFFFFFFF))
            return first >> 28, name, correlation, json.loads(payload[12:12 + size] or b"{}")

    def send(self, name, parameters):
        self.correlation += 1
        text = json.dumps(parameters).encode()
        payload = struct.pack(">III", IDS[name], self.correlation, len(text)) + text
        self.socket.sendall(struct.pack(">BBBBII", 0x51, 7, 0, self.session, len(payload), self.correlation) + payload)

    def ask(self, name, **parameters):
        self.send(name, parameters)
        while True:
            kind, other, correlation, content = self.message()
            if kind == 1 and correlation == self.correlation:
                return content
            self.take(other, content)

    def take(self, name, content):
        if name == "OnHMIStatus":
            self.level = content["hmiLevel"]
        self.notifications.append((name, content))

    def wait_for(self, name, seconds=10):
        """The content of the next notification of that name."""
        end = time.monotonic() + seconds
        while True:
            for index, (other, content) in enumerate(self.notifications):
                if other == name:
                    self.notifications = self.notifications[index + 1:]
                    return content
            if time.monotonic() > end:
                raise AssertionError(f"no {name} within {seconds} s")
            _, other, _, content = self.message()
            self.take(other, content)

    def drain(self):
        """Reads and forgets from now on, on a thread."""
        def run():
            try:
                while True:
                    self.read(1)
                    self.buffer = b""
            except (OSError, EOFError):
                pass
        threading.Thread(target=run, daemon=True).start()

    def close(self):
        self.socket.close()

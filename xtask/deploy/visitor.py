"""Visits a server through a proxy as browsers and strangers do: visitor.py URL CERTIFICATE"""

import base64
import http.client
import json
import os
import socket
import ssl
import struct
import sys
from urllib.parse import urlparse

url, certificate = urlparse(sys.argv[1]), sys.argv[2]
# As the proxy's settings below the limit of sessions a minute.
SESSIONS = 12
trust = ssl.create_default_context(cafile=certificate)


def ask(method, path, body=None, headers=(), source="127.0.0.1"):
    """The status, the headers and the body of an answer."""
    place = (url.hostname, url.port)
    visit = http.client.HTTPSConnection(*place, context=trust, source_address=(source, 0), timeout=60)
    data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
    visit.request(method, path, data, dict(headers))
    answer = visit.getresponse()
    content = answer.read()
    visit.close()
    return answer.status, answer.headers, content


def check(is_right, *what):
    if not is_right:
        print("wrong:", *what)
        sys.exit(1)


def player(name, source="127.0.0.1"):
    status, headers, body = ask("POST", "/v1/session", {"name": name, "token": True}, source=source)
    check(status == 201, "no session", status, body)
    return {"Authorization": "Bearer " + json.loads(body)["token"]}


class Room:
    """A WebSocket to a game."""

    def __init__(self, game, player, origin):
        raw = socket.create_connection((url.hostname, url.port), timeout=60)
        self.connection = trust.wrap_socket(raw, server_hostname=url.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /v1/games/{game}/socket HTTP/1.1", f"Host: {url.netloc}", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", f"Origin: {origin}",
        ] + [f"{name}: {value}" for name, value in player.items()]
        self.connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.stream = self.connection.makefile("rb")
        self.status = int(self.stream.readline().split()[1])
        while self.stream.readline() not in (b"\r\n", b""):
            pass

    def send(self, kind, payload):
        mask = os.urandom(4)
        body = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        length = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + struct.pack(">H", len(body))
        self.connection.sendall(bytes([0x80 | kind]) + length + mask + body)

    def until(self, wanted):
        """The next message that is wanted."""
        while True:
            kind, length = self.stream.read(2)
            if length == 126:
                (length,) = struct.unpack(">H", self.stream.read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.stream.read(8))
            payload = self.stream.read(length)
            if kind & 15 == 9:
                self.send(10, payload)
            elif kind & 15 == 1:
                message = json.loads(payload)
                check(message["type"] not in ("refused", "failed"), message)
                if wanted(message):
                    return message

    def move(self, name, version, move):
        action = {"do": "move", "move": move}
        command = {"type": "command", "id": name, "version": version, "action": action}
        self.send(1, json.dumps(command).encode())
        self.until(lambda message: message["type"] == "accepted" and message["id"] == name)


def pages():
    status, headers, body = ask("GET", "/")
    check(status == 200 and b"<title>Tabiya" in body, "no page", status, body[:200])
    status, _, body = ask("GET", "/metrics")
    check(status == 403, "the figures are for strangers", status, body[:200])
    status, _, body = ask("GET", "/readyz")
    check(status == 200, "not ready", status, body)
    status, headers, _ = ask("POST", "/v1/session", {"name": "Carl"}, {"Origin": url.geturl()})
    cookie = headers.get("Set-Cookie", "")
    check(status == 201 and "Secure" in cookie and "HttpOnly" in cookie, "the cookie is not safe", status, cookie)
    status, _, body = ask("GET", "/v1/", headers={"Host": "evil.example"})
    check(b"tabiya" not in body, "a name of strangers leads here", status, body[:200])


def a_game():
    ann, bob = player("Ann"), player("Bob")
    _, _, body = ask("POST", "/v1/games", {"opponent": "lobby", "clock": "5+3", "color": "white"}, ann)
    game = json.loads(body)["game"]
    status, _, body = ask("POST", f"/v1/games/{game}/join", {}, bob)
    check(status == 200, "nobody can join", status, body)
    stranger = Room(game, ann, "https://evil.example")
    check(stranger.status == 403, "pages of strangers may play", stranger.status)
    rooms = [Room(game, ann, url.geturl()), Room(game, bob, url.geturl())]
    versions = [room.until(lambda message: message["type"] == "game")["version"] for room in rooms]
    version = max(versions)
    for number, move in enumerate(["f2f3", "e7e5", "g2g4", "d8h4"]):
        rooms[number % 2].move(f"m{number}", version, move)
        version += 1
        other = rooms[1 - number % 2]
        entry = other.until(lambda message: message["type"] == "entry" and message["version"] == version)
    check("mate" in json.dumps(entry), "the game does not end", entry)
    _, _, pgn = ask("GET", f"/v1/games/{game}/export/pgn", headers=ann)
    check(b"0-1" in pgn, "the game is not kept", pgn)
    return ann


def uploads(ann):
    one = "[Event \"Club\"]\n\n1. e4 e5 *\n\n"
    games = one * (1_900_000 // len(one))
    status, _, body = ask("POST", "/v1/games", {"opponent": "here", "open": {"pgn": games}}, ann)
    check(status == 201, "a large file does not come through", status, body[:200])
    try:
        status, _, body = ask("POST", "/v1/games", {"opponent": "here", "open": {"pgn": "x" * 5_000_000}}, ann)
    except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
        # Some proxies hand the refusal on only to those who still listen.
        return
    check(status == 413 and json.loads(body)["error"]["code"] == "too_large", "not refused in our words", status, body[:300])


def visitors():
    """Everybody counts alone, and nobody can be somebody else."""
    for number in range(SESSIONS + 1):
        status, _, body = ask("POST", "/v1/session", {"name": "Dora", "token": True}, source="127.0.0.7")
        if status == 429:
            break
    check(status == 429 and number >= SESSIONS - 1, "sessions are not counted", number, status, body)
    forged = {"X-Forwarded-For": "203.0.113.9", "X-Real-IP": "203.0.113.9", "Forwarded": "for=203.0.113.9"}
    status, _, _ = ask("POST", "/v1/session", {"name": "Dora", "token": True}, forged, source="127.0.0.7")
    check(status == 429, "a visitor can pretend to be another", status)
    player("Emil", source="127.0.0.8")


pages()
uploads(a_game())
visitors()
print("a game, its pages, uploads and limits through", sys.argv[1])

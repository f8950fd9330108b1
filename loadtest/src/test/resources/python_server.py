"""A small HTTP service that is not on the JVM, for tests.

--port N          0 picks a free one; it prints 'listening on N'
--ready-after S   /ready answers 503 until then; a negative number means never
--die-after N     exits with code 3 at the Nth request of /work
--extra-ms N      what /work takes longer than asked for; also from the variable EXTRA_MS
"""

import argparse
import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse
from urllib.request import urlopen

options = argparse.ArgumentParser()
options.add_argument("--port", type=int, default=0)
options.add_argument("--ready-after", type=float, default=0)
options.add_argument("--die-after", type=int, default=0)
options.add_argument("--extra-ms", type=float, default=float(os.environ.get("EXTRA_MS", "0")))
options = options.parse_args()

started = time.monotonic()
lock = threading.Lock()
seen = []
turned = set()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body in one packet each would wait for one another's acknowledgement.
    wbufsize = -1
    disable_nagle_algorithm = True

    def log_message(self, *arguments):
        pass

    def answer(self, status, text, headers=()):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.do_GET()

    def do_GET(self):
        address = urlparse(self.path)
        query = {name: values[0] for name, values in parse_qs(address.query).items()}
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        handler = getattr(self, "get" + address.path.replace("/", "_").rstrip("_"), None)
        if handler is None:
            self.answer(404, "nothing here")
        else:
            handler(query, body)

    def get_work(self, query, body):
        with lock:
            seen.append(self.path)
            if options.die_after and len(seen) >= options.die_after:
                print("fatal: out of luck", flush=True)
                os._exit(3)
        time.sleep((float(query.get("ms", "10")) + options.extra_ms) / 1000)
        self.answer(200, '{"total": 7}')

    def get_ready(self, query, body):
        ready = 0 <= options.ready_after <= time.monotonic() - started
        self.answer(200 if ready else 503, "ready" if ready else "not yet")

    def get_seen(self, query, body):
        with lock:
            self.answer(200, json.dumps(seen))

    def get_echo(self, query, body):
        self.answer(200, json.dumps({"method": self.command, "path": self.path, "headers": dict(self.headers), "body": body}))

    def get_shop(self, query, body):
        """Asks the services behind it, one after the other."""
        total = 0
        for name in query["calls"].split(" "):
            with urlopen(os.environ["UPSTREAM"] + "/" + name) as answer:
                total += len(answer.read())
        self.answer(200, '{"total": %d}' % total)

    def get_chunked(self, query, body):
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b'6\r\n{"tota\r\n6\r\nl": 7}\r\n0\r\n\r\n')

    def get_moved(self, query, body):
        self.answer(302, "", [("Location", "/work")])

    def get_failing(self, query, body):
        self.answer(500, "no")

    def get_huge(self, query, body):
        self.send_response(200)
        self.send_header("Content-Length", str(2 << 30))
        self.end_headers()
        part = b"x" * (1 << 20)
        try:
            for _ in range(2 << 10):
                self.wfile.write(part)
        except OSError:
            self.close_connection = True

    def get_turning(self, query, body):
        """Right once, so that it passes the check before the load; then as bad as it is asked to be."""
        with lock:
            first = self.path not in turned
            turned.add(self.path)
        if first:
            self.answer(200, '{"total": 7}')
        else:
            getattr(self, "get_" + query["to"])(query, body)

    def get_endless(self, query, body):
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"1\r\nx\r\n")
                self.wfile.flush()
                time.sleep(0.05)
        except OSError:
            self.close_connection = True


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        """A client that leaves is no error of a test."""


try:
    server = Server(("127.0.0.1", options.port), Handler)
except OSError as refused:
    print("cannot listen: " + str(refused), file=sys.stderr)
    sys.exit(1)
print("listening on", server.server_port, flush=True)
server.serve_forever()

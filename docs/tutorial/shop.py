"""A service to try the tutorial with: python3 docs/tutorial/shop.py answers at port 8081 after 20 ms, whatever the parameters."""
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Basket(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        time.sleep(0.02)
        body = b'{"total": 42}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", 8081), Basket).serve_forever()

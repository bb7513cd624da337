"""Receives webhooks, verifies them, and keeps each one once. Python 3.8 or later, standard library only.

    python3 receiver.py [PORT]
"""
import hashlib, hmac, http.server, json, os, sys, time

# While keys are rotated: the new secret and the old one, separated by a blank.
SECRETS = os.environ.get("SECRET", "").split()
INBOX = os.environ.get("INBOX", "inbox")
LARGEST, TOLERANCE = 2_000_000, 300


def fits(given: str, message: bytes) -> bool:
    digests = [hmac.new(secret.encode(), message, hashlib.sha256).hexdigest() for secret in SECRETS]
    # Bytes, because a text with other letters than ASCII would be an error here.
    return any(hmac.compare_digest(digest.encode(), given.lower().encode()) for digest in digests)


def problem_of(headers, body: bytes):
    """Why a webhook must not be trusted; None when it may."""
    webhook_id, seconds = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not fits(headers.get("x-hmac-signature", ""), body):
        return "x-hmac-signature fits no secret: compare secret and raw bytes"
    if not (seconds.isascii() and seconds.isdigit()) or abs(int(seconds) - time.time()) > TOLERANCE:
        return f"webhook-timestamp is more than {TOLERANCE} s from now: compare the clocks"
    # webhook-signature covers the id and the time, which the other signature does not.
    covered = f"{webhook_id}.{seconds}.".encode() + body
    entries = [entry[3:] for entry in headers.get("webhook-signature", "").split() if entry.startswith("v1,")]
    if not any(fits(hex_of(entry), covered) for entry in entries):
        return "webhook-signature fits no secret"
    return None


def hex_of(text: str) -> str:
    import base64, binascii

    try:
        return base64.b64decode(text, validate=True).hex()
    except (binascii.Error, ValueError):
        return ""


def keep(webhook_id: str, body: bytes) -> bool:
    """Stores a webhook; False when it has been here before. A file of this name is whole or not there."""
    os.makedirs(INBOX, exist_ok=True)
    file = os.path.join(INBOX, hashlib.sha256(webhook_id.encode()).hexdigest() + ".json")
    if os.path.exists(file):
        return False
    with open(file + ".new", "wb") as new:
        new.write(body)
        new.flush()
        os.fsync(new.fileno())
    os.replace(file + ".new", file)
    return True


class Receiver(http.server.BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not (length.isascii() and length.isdigit()) or int(length) > LARGEST:
            return self.answer(413)
        body = self.rfile.read(int(length))
        problem = problem_of(self.headers, body)
        if problem:
            print(f"refused: {problem}", flush=True)
            return self.answer(400)  # refused for good: it comes again, but nothing was lost here
        try:
            is_new = keep(self.headers["webhook-id"], body)
        except OSError as failure:
            print(f"not stored: {failure}", flush=True)
            return self.answer(500)  # the service sends it again
        if is_new:
            webhook = json.loads(body)
            verification = webhook.get("verification") or {}
            print(f"verified webhook: {verification.get('status') or webhook.get('eventType') or webhook.get('action') or 'other'}", flush=True)
        self.answer(200)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Receiver)
    print(f"receiver ready http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()

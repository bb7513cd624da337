"""Verifies a person from a folder of pictures. Python 3.8 or later, standard library only.

    python3 first_session.py FOLDER
"""
import base64, hashlib, hmac, http.client, json, os, sys, time, urllib.error, urllib.request, uuid

API, KEY, SECRET = (os.environ.get(name) or sys.exit(f"{name}: must be set in the environment") for name in ("API", "KEY", "SECRET"))


class Refused(Exception):
    """The service refused a request. The text names the code, what would be accepted, and the request for the operator."""


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would take key and signature elsewhere. It is a refusal: set the address that the service has."""

    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirects)


def sign(message: bytes) -> str:
    return hmac.new(SECRET.encode(), message, hashlib.sha256).hexdigest()


def call(method, path, body=None, signed_id=None, attempts=4):
    """One request: signed over the exact bytes, repeated where that is safe, its answer verified."""
    # Serialised once: these bytes are signed, and these bytes are sent, every time.
    content = None if body is None else json.dumps(body).encode()
    headers = {"X-AUTH-CLIENT": KEY, "X-HMAC-SIGNATURE": sign(signed_id.encode() if content is None else content)}
    if content is not None:
        headers["Content-Type"] = "application/json"
    if method in ("POST", "PATCH"):
        headers["Idempotency-Key"] = str(uuid.uuid4())
    request = urllib.request.Request(API + path, content, headers, method=method)
    for attempt in range(1, attempts + 1):
        try:
            with opener.open(request, timeout=30) as answer:
                text = answer.read()
                if not hmac.compare_digest(sign(text).encode(), answer.headers.get("x-hmac-signature", "").encode()):
                    raise Refused(f"{method} {path}: the answer is not signed with SECRET")
                return json.loads(text)
        except urllib.error.HTTPError as refusal:
            text, wait = refusal.read().decode(), refusal.headers.get("Retry-After", "")
            # 409 with Retry-After: the first request with this Idempotency-Key is still running.
            passing = refusal.code in (429, 502, 503, 504) or (refusal.code == 409 and wait)
            # A limit of sessions lasts days: such a wait is the caller's.
            if not passing or attempt == attempts or (wait.isdigit() and int(wait) > 60):
                detail, number = refusal.headers.get("x-error-detail"), refusal.headers.get("x-request-id")
                raise Refused(f"{method} {path}: {refusal.code} {text} {detail or ''} (request {number})") from None
            time.sleep(int(wait) if wait.isdigit() else 2**attempt / 4)
        except (OSError, http.client.HTTPException):  # no connection, or no whole answer in time
            if attempt == attempts:
                raise
            time.sleep(2**attempt / 4)


def main(folder):
    # A first name such as Approve or Decline, in the variable FIRST_NAME, decides on test integrations.
    person = {"firstName": os.environ["FIRST_NAME"]} if "FIRST_NAME" in os.environ else {}
    created = call("POST", "/sessions", {"verification": {"vendorData": "customer-70341", "person": person}})
    session = created["verification"]["id"]
    for file in sorted(os.listdir(folder)):
        context, extension = os.path.splitext(file)
        if extension not in (".jpg", ".jpeg", ".png", ".webp"):
            continue
        with open(os.path.join(folder, file), "rb") as picture:
            content = base64.b64encode(picture.read()).decode()
        call("POST", f"/sessions/{session}/media", {"image": {"context": context, "content": content}})
        print(f"uploaded {context}")
    call("PATCH", f"/sessions/{session}", {"verification": {"status": "submitted"}})
    print(f"submitted {session}")
    # A webhook arrives sooner and costs less than looking once a second.
    while True:
        decision = call("GET", f"/sessions/{session}/decision", signed_id=session)["verification"]
        if decision:
            print(f"{decision['status']} ({decision['code']}) {decision['reason'] or ''}")
            return
        time.sleep(1)


if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else ""
    if not os.path.isdir(folder):
        sys.exit(f'FOLDER: must be a folder of pictures, not "{folder}"; for example person')
    try:
        main(folder)
    except (Refused, OSError, http.client.HTTPException) as failure:
        sys.exit(str(failure))

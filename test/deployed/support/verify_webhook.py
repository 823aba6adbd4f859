"""Verifies a request by the Standard Webhooks specification with nothing but Python's own library.

Reads {"secret", "headers", "body"} as JSON on stdin; exits with 0 where one of the signatures is right.
"""

import base64
import hashlib
import hmac
import json
import sys

request = json.load(sys.stdin)
headers = request["headers"]
key = base64.b64decode(request["secret"].removeprefix("whsec_"))
signed = ".".join([headers["webhook-id"], headers["webhook-timestamp"], request["body"]])
expected = base64.b64encode(hmac.new(key, signed.encode(), hashlib.sha256).digest()).decode()
given = [one.split(",", 1) for one in headers["webhook-signature"].split(" ")]
sys.exit(0 if any(v == "v1" and hmac.compare_digest(expected, one) for v, one in given) else 1)

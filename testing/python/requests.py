"""The part of requests that the documentation's examples use, for machines without it (testing/run-code.ts)."""

import json as _json
import urllib.error
import urllib.request


class RequestException(IOError):
    pass


class Response:
    def __init__(self, status_code, headers, body):
        self.status_code = status_code
        self.headers = headers
        self._body = body

    def json(self):
        return _json.loads(self._body)


def get(url, headers=None, timeout=None, allow_redirects=True):
    return _send("GET", url, None, headers or {}, timeout, allow_redirects)


def post(url, json=None, headers=None, timeout=None, allow_redirects=True):
    sent = {**(headers or {}), "Content-Type": "application/json"}
    return _send("POST", url, _json.dumps(json).encode(), sent, timeout, allow_redirects)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def _send(method, url, data, headers, timeout, allow_redirects=True):
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    opener = urllib.request.build_opener(*([] if allow_redirects else [_NoRedirects]))
    try:
        with opener.open(request, timeout=timeout) as answer:
            return Response(answer.status, answer.headers, answer.read())
    except urllib.error.HTTPError as refusal:
        return Response(refusal.code, refusal.headers, refusal.read())
    except OSError as error:
        raise RequestException(str(error)) from error

import { sdkClient } from '../examples.ts';
import type { Sample } from '../section.ts';

/** A whole poll loop: what the SDK does in one call, and the same by hand in Node and in Python. */
export function pollLoops(baseUrl: string): Sample[] {
  return [
    { kind: 'curl', label: 'curl', language: 'shell', code: shellLoop(baseUrl) },
    { kind: 'sdk', label: 'SDK', language: 'typescript', code: sdkLoop(baseUrl) },
    { kind: 'python', label: 'Python', language: 'python', code: pythonLoop(baseUrl) },
  ];
}

/**
 * For trying it out, with a POSIX shell, sed and curl. It ends with the link, or with the first refusal of ours that
 * stays. Without an answer, with one that asks for patience, or with one of something in between, it waits for ten seconds
 * or more: no read is asked to wait for longer. The metadata may have a status too: it is looked for without it. There
 * are no comments, because a zsh that commands are pasted into takes those for commands.
 */
function shellLoop(baseUrl: string): string {
  return String.raw`WAIT=2
while :; do
  ANSWER=$(curl -sS -m 30 -w ' %{http_code}' \
    "${baseUrl}/v1/checkout_links/$LINK" -H "X-API-Key: $KEY") || ANSWER=
  case $(printf '%s' "$ANSWER" | sed -E 's/"metadata":\{("([^"\\]|\\.)*"[:,]?)*\}//') in
    *'"status":"completed"'*' 200') break ;;
    *'"status":"expired"'*' 200') break ;;
    *'"status":"cancelled"'*' 200') break ;;
    *'"status":"open"'*' 200') ;;
    *' 408' | *' 429') WAIT=$((WAIT < 10 ? 10 : WAIT)) ;;
    *'"code":"'*' 4'??) break ;;
    *) WAIT=$((WAIT < 10 ? 10 : WAIT)) ;;
  esac
  sleep $WAIT
  WAIT=$((WAIT < 30 ? WAIT * 2 : 60))
done
printf '%s\n' "${'$'}{ANSWER% *}"`;
}

function sdkLoop(baseUrl: string): string {
  return `${sdkClient(baseUrl, 'createClient, LinkNotCompletedError, PartnerApiError')}
try {
  // Sends the ETag, waits longer each time, and sits out outages of up to five minutes.
  const link = await client.checkoutLinks.waitUntilCompleted(process.env.LINK ?? '', {
    timeoutMs: 30 * 60_000,
    signal: AbortSignal.timeout(60 * 60_000), // or that of your own shutdown
  });
  console.log('Paid:', link.amount_paid, link.currency_paid, link.payment_id);
} catch (error) {
  if (error instanceof LinkNotCompletedError) {
    // expired or cancelled for good; open after timeoutMs
    console.log('Not paid:', error.link.status);
  } else if (error instanceof PartnerApiError) {
    switch (error.code) {
      case 'checkout_link_not_found':
        console.error('Not a link of this key, or one of another deployment.');
        break;
      case 'unauthorized':
      case 'forbidden':
        console.error('The key is wrong or revoked, or may not read links from here.');
        break;
      default: // the service failed for more than five minutes: wait for the link again later
        console.error(error.code, error.requestId);
    }
  } else throw error; // no answer for more than five minutes: here too
}`;
}

/** Without the SDK, for Node 20 and later. A module that exports one function. */
export function nodeLoop(baseUrl: string): string {
  return `import { setTimeout as sleep } from 'node:timers/promises';

const LINKS = '${baseUrl}/v1/checkout_links';

/**
 * Reads a checkout link until it has ended, and returns it: completed, expired or cancelled.
 * @param wait seconds before the second read; each wait is half as long again, up to a minute
 */
export async function waitUntilEnded(id, { key = process.env.KEY, wait = 2, signal } = {}) {
  let etag;
  for (;;) {
    const { link, retryAfter = 0, ...read } = await readLink(id, { key, etag, signal });
    switch (link?.status) {
      case 'completed':
      case 'expired':
      case 'cancelled':
        return link;
    }
    etag = read.etag ?? etag;
    await sleep(Math.max(wait, retryAfter) * 1000, undefined, { signal });
    wait = Math.min(wait * 1.5, 60);
  }
}

/** One read. Returns no link where the next one may succeed, and throws where it can't. */
async function readLink(id, { key, etag, signal }) {
  const timeout = AbortSignal.timeout(30_000);
  let response;
  let body;
  try {
    response = await fetch(\`\${LINKS}/\${encodeURIComponent(id)}\`, {
      headers: { 'X-API-Key': key, ...(etag ? { 'If-None-Match': etag } : {}) },
      redirect: 'manual', // It would take the key elsewhere.
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (response.status === 304) return {}; // Nothing has changed.
    body = await response.json();
  } catch {
    signal?.throwIfAborted(); // Else the network failed, or something between us answered.
  }
  if (response?.ok && body) return { link: body, etag: response.headers.get('ETag') };
  const mayPass = !response || response.status >= 500 || [408, 429].includes(response.status);
  // An error without a code isn't ours: something between us answered.
  if (mayPass || typeof body?.code !== 'string') {
    const retryAfter = Number(response?.headers.get('Retry-After')) || 0;
    return { retryAfter: Math.min(retryAfter, 3600) };
  }
  // unauthorized: The key is wrong or revoked.
  // forbidden: It lacks checkout_links:read, or this address is not on its allowlist.
  // checkout_link_not_found: Not a link of this key's client.
  throw new Error(\`\${body.code}: \${body.detail}\`);
}`;
}

/** Python 3.9 and later with requests. A module with one function. */
function pythonLoop(baseUrl: string): string {
  return `import os
import time

import requests

LINKS = "${baseUrl}/v1/checkout_links"


def wait_until_ended(link_id, key=None, wait=2.0, deadline=None):
    """Read a checkout link until it has ended, and return it: completed, expired or cancelled.

    wait: seconds before the second read; each wait is half as long again, up to a minute.
    deadline: give up then, in seconds of time.monotonic().
    """
    key = key or os.environ["KEY"]
    etag = None
    while True:
        link, new_etag, retry_after = read_link(link_id, key, etag)
        if link and link.get("status") in ("completed", "expired", "cancelled"):
            return link
        etag = new_etag or etag
        pause = max(wait, retry_after)
        if deadline is not None and time.monotonic() + pause > deadline:
            raise TimeoutError(link_id)
        time.sleep(pause)
        wait = min(wait * 1.5, 60)


def read_link(link_id, key, etag):
    """Read once: the link, its ETag, seconds to wait. Raise where another read can't help."""
    headers = {"X-API-Key": key}
    if etag:
        headers["If-None-Match"] = etag
    try:
        # A redirect would take the key elsewhere.
        response = requests.get(f"{LINKS}/{link_id}", headers=headers, timeout=30, allow_redirects=False)
    except requests.RequestException:
        return None, None, 0  # The network failed.
    if response.status_code == 304:  # Nothing has changed.
        return None, None, 0
    try:
        body = response.json()
    except ValueError:
        body = None
    if not isinstance(body, dict):
        body = {}  # Something between us answered.
    if response.status_code == 200:
        return body, response.headers.get("ETag"), 0
    code = body.get("code")
    may_pass = response.status_code >= 500 or response.status_code in (408, 429)
    # An error without a code isn't ours either.
    if may_pass or not isinstance(code, str):
        retry_after = response.headers.get("Retry-After", "")
        return None, None, min(int(retry_after), 3600) if retry_after.isdecimal() else 0
    # unauthorized: the key is wrong or revoked.
    # forbidden: it lacks checkout_links:read, or this address is not on its allowlist.
    # checkout_link_not_found: not a link of this key's client.
    raise RuntimeError(f"{code}: {body.get('detail')}")`;
}

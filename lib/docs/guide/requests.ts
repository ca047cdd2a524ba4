import type { GuideFacts, Section } from '../section.ts';

/** Authentication, requests, idempotency and errors. */
export function requestSections({ permissions }: GuideFacts): Section[] {
  return [authentication(permissions), REQUESTS, IDEMPOTENCY, ERRORS];
}

function authentication(permissions: GuideFacts['permissions']): Section {
  return {
    id: 'authentication',
    title: 'Authentication',
    blocks: [
      'Every endpoint requires an API key, except the two that the hosted page uses. Send the key as `X-API-Key: KEY` or `Authorization: Bearer KEY`. If you send both, the keys must match.',
      {
        list: [
          'Keys start with `cause_live_`. We issue them to you, show them once and store only a hash, so a lost key can be replaced but not recovered.',
          'A revoked key stops working immediately.',
          'A key can be restricted to IP addresses or CIDR ranges. Requests from other addresses return `403 forbidden`. We check the address that your connection comes from, and ignore headers that you send, such as `X-Forwarded-For`.',
          'Keep keys on your servers. Never put a key in a query string, or in code that reaches a browser.',
        ],
      },
      'A key’s permissions determine what it can do:',
      {
        table: {
          head: ['Permission', 'Grants'],
          rows: permissions.map(({ name, grants }) => [`\`${name}\``, grants]),
        },
      },
      'A missing, unknown or revoked key returns `401` [`unauthorized`](/docs/errors/unauthorized), and so does one that another key has replaced, once its time has passed, and one that still [waits for approval](/docs/go-live#get-a-key). A valid key without the required permission returns `403` [`forbidden`](/docs/errors/forbidden).',
    ],
  };
}

const REQUESTS: Section = {
  id: 'requests',
  title: 'Requests and responses',
  blocks: [
    {
      list: [
        'Request bodies are UTF-8 JSON, sent as `Content-Type: application/json`. Any other media type returns `415`, and so does a compressed body (`Content-Encoding`). An empty body, or one above its [limit](#limits), returns `400`.',
        'We ignore unknown fields when you create a cause or a link. Only the payment intent endpoint rejects them.',
        'A JSON object can’t contain the same member twice. The response is `400` and names the member.',
        'Omit optional fields that have no value: `null` returns `400`. Responses omit them too, and never contain `null`.',
        'Lengths are in characters (Unicode code points), not bytes. The character U+0000 and unpaired surrogates return `400`.',
        'Amounts are plain integers. `50.0` and `5e1` are rejected, even though their value is whole. A number beyond the range of a double (about `1.8e308`) returns `400`, even in a field that we ignore.',
        'Email addresses need one `@`, a dot in the domain, at most 254 characters, no spaces or invisible characters, and outside quotation marks none of `( ) < > [ ] : ; , \\ "`. International addresses such as `josé@example.org` work.',
        'Your URLs (`success_url`, `cancel_url`, `callback_url`, `cover_image_url`) must be absolute `https://` URLs without a user name, password, space, control character, backslash or invalid percent-encoding: write a space as `%20`. We use them exactly as you sent them and append nothing.',
      ],
    },
    'We check a request in this order and return the first error: key, address, permission, rate limit, media type, body, idempotency key, fields. We don’t read the body until the request has passed the rate limit: with `Expect: 100-continue` you don’t need to send a body that would be refused.',
    { subheading: 'Response headers', id: 'answer-headers' },
    {
      table: {
        head: ['Header', 'Meaning'],
        rows: [
          ['`X-Request-Id`', 'On every response. Our logs contain it, so include it when you ask us about a request.'],
          ['`Cache-Control`', '`private, no-store` on endpoints that require a key, `no-store` on all others.'],
          [
            '`ETag`',
            'On reads of a checkout link. Send it as `If-None-Match`: an unchanged link returns `304` without a body.',
          ],
          ['`Idempotent-Replayed`', '`true` if this is the stored response of an earlier request.'],
          ['`RateLimit-Policy`, `RateLimit`', 'Your current usage. See [rate limits](#rate-limits).'],
          ['`Retry-After`', 'Seconds to wait before you retry, on `429`, on `503` and while a request is in progress.'],
        ],
      },
    },
    'A path that doesn’t exist returns `404` [`not_found`](/docs/errors/not_found). An existing path that doesn’t support your method returns `405` with the same code and an `Allow` header. Neither requires a key.',
    'Malformed HTTP requests also get a problem document, unless a balancer in front of the service refuses them with a page of its own: `431` for headers above 16 KiB, `413` for chunk extensions above 16 KiB, `417` for an `Expect` other than `100-continue`, `408` if the headers don’t arrive within 20 seconds or the whole request within 60, and `400` otherwise. All of them have the code [`validation_failed`](/docs/errors/validation_failed). After a `408`, send the same request again.',
  ],
};

const IDEMPOTENCY: Section = {
  id: 'idempotency',
  title: 'Idempotency',
  blocks: [
    'Send an `Idempotency-Key` of 1 to 255 characters with a POST request. You can then retry the request after a timeout without creating anything twice. Keys are scoped to your client: another client can use the same key. GET requests ignore the header.',
    {
      steps: [
        'We process the first request with a key and store its response (status and body).',
        'The same key with the same body within 24 hours returns the stored response. Nothing is created again.',
        'The same key with a different body returns `422` [`idempotency_key_reused`](/docs/errors/idempotency_key_reused).',
        'The same key while the first request is still running returns `409` [`idempotency_key_in_progress`](/docs/errors/idempotency_key_in_progress). Retry after a second with the same key.',
        'Errors are replayed too. A corrected body needs a new key.',
        'After 24 hours the key expires, and can be used for a new request.',
      ],
    },
    { subheading: 'Details', id: 'idempotency-details' },
    {
      list: [
        'Two bodies are the same if they are equal as JSON: member order and white space don’t matter. The same key on another path returns `idempotency_key_reused`.',
        'We store every response from validation of the body onwards: `2xx`, `400`, `404`, `409`, `422`, and `403` for a fee that you can’t set.',
        'A body that isn’t JSON is compared byte by byte. All bodies above the [limit](#limits) are the same: we don’t read them.',
        'We don’t store `401`, `403` for a missing permission or address, `415`, `429` or any `5xx`. Nothing was done in these cases, and you can use the same key again.',
        'A crash on our side never leaves a partial result: the resource and the stored response are written in one transaction.',
        'For payment intents the key is scoped to the link. A replay returns the same intent. We never store its client secret, and retrieve it for each response.',
      ],
    },
  ],
};

const ERRORS: Section = {
  id: 'errors',
  title: 'Errors',
  blocks: [
    'Every error is a problem document (RFC 9457) with the media type `application/problem+json`. **Branch on `code`**, never on `title`, `detail` or the status alone. `type` is the URL of the page that explains the code. See [all error codes](/docs/errors).',
    {
      code: `{
  "type": "https://…/docs/errors/validation_failed",
  "title": "The request is not valid",
  "status": 400,
  "detail": "Not valid: amount.",
  "code": "validation_failed",
  "instance": "/v1/checkout_links",
  "errors": [
    {"field": "amount", "message": "must be at least 1"}
  ]
}`,
      language: 'json',
      label: 'A problem document',
    },
    {
      list: [
        '`errors` is present on `validation_failed` and never empty. `field` is the dotted name of a field, the name of a header, or empty for the whole body. A member whose own name is empty is written as two quotation marks. It has at most 100 errors: where there are more, `detail` says how many.',
        '`status_detail` is present on `checkout_link_not_payable`: `completed`, `expired` or `cancelled`.',
        '`internal_error` is `500` for an error on our side. It is `503` with `Retry-After` if our database or a payment gateway can’t be reached. Nothing was lost, and you can repeat the same request.',
        'A resource of another client returns the same response as one that doesn’t exist.',
      ],
    },
  ],
};

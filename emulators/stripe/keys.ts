import { unauthorized } from './errors.ts';

/** The account of a request's key, and its kind. */
export type Key = { account: string; kind: 'secret' | 'publishable' };

const FORMAT = /^(sk|rk|pk)_test_([A-Za-z0-9_]+)$/;

/**
 * Reads the key: `Authorization: Bearer` or Basic (user name), or the parameter `key` that Stripe.js uses.
 * Any `sk_test_X` and `pk_test_X` are the keys of account X. Throws 401.
 */
export function readKey(request: Request, parameter: string | undefined): Key {
  const header = request.headers.get('authorization') ?? '';
  const [scheme = '', value = ''] = header.split(' ');
  const text =
    scheme.toLowerCase() === 'bearer'
      ? value
      : scheme.toLowerCase() === 'basic'
        ? (Buffer.from(value, 'base64').toString().split(':')[0] ?? '')
        : (parameter ?? '');
  if (text === '') {
    throw unauthorized(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer ' +
        "auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for " +
        'details, or we can help at https://support.stripe.com/.',
    );
  }
  const [, prefix, account] = FORMAT.exec(text) ?? [];
  if (prefix === undefined || account === undefined) throw unauthorized(`Invalid API Key provided: ${mask(text)}`);
  return { account, kind: prefix === 'pk' ? 'publishable' : 'secret' };
}

/** Throws 401 `secret_key_required` for a publishable key. */
export function requireSecretKey(key: Key): void {
  if (key.kind === 'secret') return;
  throw unauthorized(
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of ' +
      'your API keys at https://dashboard.stripe.com/account/apikeys.',
    'secret_key_required',
  );
}

function mask(text: string): string {
  return text.length < 12
    ? '*'.repeat(text.length)
    : `${text.slice(0, 8)}${'*'.repeat(text.length - 12)}${text.slice(-4)}`;
}

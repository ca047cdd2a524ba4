/** Whether keys move real money. */
export type KeyMode = 'live' | 'test';

/** The mode in the prefix of a Stripe key. A text without a known prefix is refused elsewhere. */
export function stripeMode(key: string): KeyMode {
  return /^(sk|rk|pk)_live_/.test(key) ? 'live' : 'test';
}

/**
 * The mode of a Mercado Pago token. `TEST-` is a test token. `APP_USR-` is the prefix of real accounts and,
 * since Mercado Pago issues no other test credentials, of its test users too: such a token is live unless `declared` is
 * `test`.
 * @param declared MERCADO_PAGO_{country}_MODE
 */
export function mercadoPagoMode(
  country: 'CO' | 'MX',
  token: string,
  declared: KeyMode | undefined,
  problems: string[],
): KeyMode {
  if (!/^(TEST|APP_USR)-[\w-]+$/.test(token))
    problems.push(
      `MERCADO_PAGO_${country}_ACCESS_TOKEN must begin with APP_USR- or TEST-, and then have letters, digits and hyphens only.`,
    );
  if (token.startsWith('APP_USR-')) return declared ?? 'live';
  if (declared === 'live')
    problems.push(`MERCADO_PAGO_${country}_MODE must not be live with a token that begins with TEST-.`);
  return 'test';
}

/** Reports every test key next to a live one: real and test money are never counted together (ruling 61). */
export function refuseMixedModes(keys: { name: string; mode: KeyMode }[], problems: string[]): void {
  const live = keys.find(({ mode }) => mode === 'live');
  if (!live) return;
  for (const { name } of keys.filter(({ mode }) => mode === 'test'))
    problems.push(
      `${name} must be a live key, as ${live.name} is: live and test keys are never mixed${hintFor(live.name)}.`,
    );
}

function hintFor(live: string): string {
  const country = /^MERCADO_PAGO_(\w\w)_/.exec(live)?.[1];
  return country ? ` (for a test user's token, set MERCADO_PAGO_${country}_MODE=test)` : '';
}

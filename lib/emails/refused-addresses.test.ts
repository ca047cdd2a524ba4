import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { ACCOUNT_COMMANDS } from '#scripts/console/accounts.ts';
import { submit } from '#testing/browser-session.ts';
import { causeBody } from '#testing/factories.ts';
import { askIntent } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);

/** Texts that a mailer reads as somebody else's address, or as several. */
const REFUSED = ['a<b@example.org>', 'x,y@example.org', 'a;b@example.org'];

test.each(REFUSED)('%s is refused wherever an email address is accepted, and stored nowhere', async (email) => {
  const { id, cause } = await newLink();
  const { key } = partner;
  const asked = [
    await service.call('/v1/causes', { key, body: causeBody({ owner: { email, name: 'Ana' } }) }),
    await service.call('/v1/checkout_links', { key, body: { cause, amount: 50, currency: 'USD', email } }),
    await askIntent(service, id, { body: { email } }),
    await service.call('/checkout/donation', { body: { ref: id, email } }),
  ];
  for (const { status, body } of asked)
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: expect.stringMatching(/email$/) })]]);
  const signIn = await submit(service, '/sign-in/request', { email });
  expect(signIn.headers.get('location')).toBe('/sign-in?error=email');
  expect(() => ACCOUNT_COMMANDS['account create']?.prepare({ email, name: 'Ana' })).toThrow('--email');
  expect(await db().account.count({ where: { email } })).toBe(0);
  expect(await db().checkoutLink.count({ where: { OR: [{ email }, { donorEmail: email }] } })).toBe(0);
});

import { domainToASCII } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { wrongTotals } from '#lib/causes/check-totals.ts';
import { findPeople } from '#lib/dashboard/staff/find-people.ts';
import { db, snapshot } from '#lib/db.ts';
import { listRecords } from '#lib/payments/views/list-records.ts';
import { isSamePerson } from '#lib/policy/same-person.ts';
import { ACCOUNT_COMMANDS } from '#scripts/console/accounts.ts';
import { accountOf, cookieOf, submit } from '#testing/browser-session.ts';
import { causeBody, intentOf, mintLink, openLink, pay, publishedCause } from '#testing/factories.ts';
import { askIntent, donorReturns } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { askForCode, mailsTo, verify } from '#testing/sign-in-forms.ts';

const { service, partner } = runningService({ TRUSTED_PROXIES: '127.0.0.1' });

/** Addresses as partners write them, and each as a browser sends it: in capital letters, and decomposed. */
const ADDRESSES = ['Olga@ПРИМЕР.example', 'rene\u0301@cafe\u0301.example'];
/** Others, which are compared and shown alike (lib/email-key.test.ts). */
const MORE_ADDRESSES = ['olga@bücher.example', 'olga@例え.example', 'olga@straße.example'];
const FULL = { tags: ['full' as const] };
const inAscii = (email: string) => {
  const [local = '', domain = ''] = email.split('@');
  return `${local.normalize('NFC')}@${domainToASCII(domain)}`;
};
const readable = (email: string) => {
  const [local = '', domain = ''] = email.split('@');
  return `${local.normalize('NFC')}@${domain.toLowerCase().normalize('NFC')}`;
};

/** A donation through a link of the cause, whose donor typed this address. Returns the link's id. */
async function given(cause: string, email: string, minted?: string): Promise<string> {
  const { id } = await openLink(service, partner, { cause, ...(minted ? { email: minted } : {}) });
  if (minted === undefined)
    expect((await service.call('/checkout/donation', { body: { ref: id, email } })).status).toBe(200);
  await pay(service, await intentOf(service, id));
  await donorReturns(service, id);
  return id;
}

async function ownerSignsIn(email: string): Promise<void> {
  const cause = await service.call('/v1/causes', {
    key: partner.key,
    body: causeBody({ owner: { email, name: 'Olga' } }),
  });
  expect([cause.status, cause.body.owners]).toEqual([201, [{ email }]]);
  const spellings = [inAscii(email), email, inAscii(email).toUpperCase()];
  for (const [at, typed] of spellings.entries()) {
    const { cookie } = await askForCode(service, typed);
    const codes = (await mailsTo(service, readable(email))).flatMap(
      ({ subject }) => /\d{4} \d{4}/.exec(subject)?.[0] ?? [],
    );
    expect(codes, typed).toHaveLength(at + 1);
    expect(cookieOf(await verify(service, { code: codes[0] ?? '' }, cookie), 'session')).toBeDefined();
  }
  // Mail servers are asked for the domain that they know.
  const mails = await db().email.findMany({ where: { NOT: { recipient: '' } } });
  expect(mails.filter(({ recipient }) => !/@[!-~]+$/.test(recipient))).toEqual([]);
  const other = await accountOf(inAscii(email).replace('@', '+two@'));
  expect(await isSamePerson(db(), (await accountOf(email)).id, other.id)).toBe(true);
}
test.each(ADDRESSES)('the owner %s gets a sign-in code by either spelling, and is one person', ownerSignsIn);
test.each(MORE_ADDRESSES)('the owner %s gets a sign-in code by either spelling, and is one person', FULL, ownerSignsIn);

test('one limit counts the requests of both spellings', async () => {
  await accountOf('limit@mañana.example');
  const spellings = ['limit@mañana.example', 'LIMIT@xn--maana-pta.example'];
  for (let n = 0; n < 10; n++)
    expect((await submit(service, '/sign-in/request', { email: spellings[n % 2] ?? '' })).status).toBe(303);
  for (const email of spellings) expect((await submit(service, '/sign-in/request', { email })).status).toBe(429);
});

async function isOneContributor(email: string): Promise<void> {
  const cause = await publishedCause(service, partner);
  const links = [
    await given(cause, email),
    await given(cause, inAscii(email)),
    await given(cause, email.toUpperCase().replace('SS', 'ß')),
    await given(cause, '', inAscii(email)),
  ];
  const { body } = await service.call(`/v1/causes/${cause}`, { key: partner.key });
  expect(body.totals).toMatchObject({ contributions: 4, contributors: 1 });
  expect(await snapshot((tx) => wrongTotals(tx, 10))).toEqual([]);

  const { rows } = await listRecords([cause], {}, undefined, 10);
  for (const { donor } of rows) expect(donor?.email?.toLowerCase()).toBe(readable(email).toLowerCase());
  for (const text of [email, inAscii(email), email.toUpperCase().replace('SS', 'ß')]) {
    expect((await listRecords([cause], { text }, undefined, 10)).rows, text).toHaveLength(4);
    const donors = (await findPeople(text, 10)).filter(({ kind }) => kind === 'donor');
    expect(donors.map((donor) => donor.email.toLowerCase())).toEqual([readable(email).toLowerCase()]);
  }
  await service.runJobs();
  expect((await mailsTo(service, readable(email))).length).toBeGreaterThan(3);
  // The API repeats what was minted.
  const last = await service.call(`/v1/checkout_links/${links[3]}`, { key: partner.key });
  expect(last.body.email).toBe(inAscii(email));
}
test.each(ADDRESSES)('%s is one contributor by any spelling, found and shown by it', isOneContributor);
test.each(MORE_ADDRESSES)('%s is one contributor by any spelling, found and shown by it', FULL, isOneContributor);

/** A link that gets no address, for all of these. */
let refusing: { id: string; cause: string };
beforeAll(async () => {
  refusing = await openLink(service, partner);
});
test.each([
  'ana@bü!cher.example',
  'ana@bü:80.example',
  'ana@bü/cher.example',
  'ana@例え.',
  'ana@ü..example',
  'ana@a。b',
])('%s is no address, wherever one is accepted', async (email) => {
  const { id, cause } = refusing;
  const { key } = partner;
  const asked = [
    await service.call('/v1/causes', { key, body: causeBody({ owner: { email, name: 'Ana' } }) }),
    await mintLink(service, key, { cause, email }),
    await askIntent(service, id, { body: { email } }),
    await service.call('/checkout/donation', { body: { ref: id, email } }),
  ];
  expect(asked.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  const { headers } = await submit(service, '/sign-in/request', { email });
  expect(headers.get('location')).toBe('/sign-in?error=email');
  expect(() => ACCOUNT_COMMANDS['account create']?.prepare({ email, name: 'Ana' })).toThrow('--email');
});

import { generateKeyPairSync, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { type Env, env } from '#lib/env.ts';
import { asOwner } from '#testing/as-owner.ts';
import { createPartner, intentOf, openLink, pay, publishedCause } from '#testing/factories.ts';
import { donorReturns, loseWebhooks, setExpiry } from '#testing/money.ts';
import { type Reply, type Service, startService } from '#testing/service.ts';
import { keySet, signingKey, toPublicKey } from './keys.ts';
import { loadReceipt } from './load-receipt.ts';
import { readReceiptNumber } from './receipt-number.ts';
import { verifyReceipt } from './verify.ts';
import { writeReceipt, writeReversals } from './write-receipt.ts';

let service: Service;
let cause: string;
let partner: Awaited<ReturnType<typeof createPartner>>;
beforeAll(async () => {
  service = await startService();
  await loseWebhooks(service);
  partner = await createPartner();
  cause = await publishedCause(service, partner, { title: 'A well for San Juan' });
});
afterAll(() => service.close());

type Paid = { linkId: string; paymentId: string; token: string; cookie: string; confirmation: Reply['body'] };

/** A donor gives 50 USD, in a browser that keeps its cookies. */
async function donate(details: object = { name: 'Ana Gómez', email: 'ana@example.org', locale: 'es' }): Promise<Paid> {
  const { id: linkId } = await openLink(service, partner, { cause });
  const saved = await service.call('/checkout/donation', { body: { ref: linkId, ...details } });
  const cookie = saved.headers.get('set-cookie')?.split(';')[0] ?? '';
  await pay(service, await intentOf(service, linkId));
  const { body: confirmation } = await service.call('/checkout/confirmation', {
    body: { ref: linkId },
    headers: { cookie },
  });
  const row = await db().payment.findFirstOrThrow({ where: { linkId, state: 'approved' } });
  return { linkId, paymentId: row.id, token: row.receiptToken ?? '', cookie, confirmation };
}
const receiptOf = async (token: string) => {
  const view = await loadReceipt(token);
  if (!view) throw new Error('no receipt');
  return view;
};
const signatureOf = (url: string) => url.split('/').at(-1) ?? '';

describe('a receipt', () => {
  test('is created with the approval, at an address that cannot be guessed', async () => {
    const { token, paymentId } = await donate();
    expect(token).toMatch(/^rct_[0-9A-Za-z]{24}$/);
    expect(await receiptOf(token)).toMatchObject({
      paymentId,
      amountMajor: 50,
      currency: 'USD',
      causeTitle: 'A well for San Juan',
      paidWith: { method: 'card', cardBrand: 'visa', cardLast4: '4242', cardWallet: null, bankName: null },
      donorName: 'Ana Gómez',
      isAnonymous: false,
      donorLocale: 'es',
      reversals: null,
    });
    for (const unknown of ['rct_unknown', paymentId, '', '\0', '\ud800', "' OR 1=1 --"])
      expect(await loadReceipt(unknown)).toBeNull();
  });

  test('is written as its donor reads, and names the currency', async () => {
    const { token, paymentId } = await donate({ locale: 'es' });
    for (const [donorLocale, amount] of [
      ['es-CO', 'US$ 1.250'],
      ['es-AR', 'US$ 1.250'],
      ['es-CL', 'US$1.250'],
      ['es-PE', 'US$1,250'],
      ['es', 'US$1,250'],
    ] as const) {
      await db().payment.update({ where: { id: paymentId }, data: { donorLocale } });
      const written = writeReceipt({ ...(await receiptOf(token)), amountMajor: 1250 }, 'es');
      expect(written.amount.replaceAll('\u00a0', ' '), donorLocale).toBe(amount);
    }
  });

  test('always has an address, which never changes: the database enforces both', async () => {
    const { paymentId, token, linkId } = await donate();
    for (const data of [
      { receiptToken: null },
      { receiptNumber: null },
      { receiptNumber: '2222222222' },
      { receiptToken: 'rct_other' },
      { causeTitle: 'Other' },
    ])
      await expect(db().payment.update({ where: { id: paymentId }, data })).rejects.toThrow('written once');
    // A row that `applyGatewayState` did not write.
    const { linkId: _, ...row } = await db().payment.findUniqueOrThrow({ where: { id: paymentId } });
    const { id: other } = await openLink(service, partner, { cause });
    const restored = {
      ...row,
      id: 'pay_restored',
      linkId: other,
      gatewayReference: null,
      gatewayPaymentId: 'x',
    };
    await db().payment.create({
      data: { ...restored, receiptToken: null, receiptNumber: null, causeTitle: null },
    });
    const given = await db().payment.findUniqueOrThrow({ where: { id: 'pay_restored' } });
    expect(given.receiptToken).toMatch(/^rct_[0-9a-f]{36}$/);
    expect(readReceiptNumber(given.receiptNumber ?? '')).toBe(given.receiptNumber);
    expect((await receiptOf(given.receiptToken ?? '')).causeTitle).toBe('A well for San Juan');
    expect((await receiptOf(token)).paymentId).toBe(paymentId);
    expect(linkId).not.toBe(other);
  });

  test('outlives the link’s expiry, keeps the cause’s title of that time, and shows refunds', async () => {
    const { token, linkId, paymentId } = await donate();
    const before = await receiptOf(token);
    await setExpiry(linkId, new Date(Date.now() - 1000));
    await db().cause.update({ where: { key: cause }, data: { title: 'Renamed since' } });
    expect(await receiptOf(token)).toEqual(before);
    const give = async (data: { refundedMinor?: bigint; disputedMinor?: bigint; chargedBackMinor?: bigint }) => {
      await db().payment.update({ where: { id: paymentId }, data });
      return writeReversals(await receiptOf(token), 'en');
    };
    expect(await give({ refundedMinor: 1250n })).toEqual([
      'US$12.50 of it was refunded.',
      'US$37.50 of it stays with the cause.',
    ]);
    expect(await give({ refundedMinor: 5000n })).toEqual(['The full amount, US$50, was refunded.']);
    expect(await give({ refundedMinor: 1250n, disputedMinor: 2000n })).toEqual([
      'US$12.50 of it was refunded.',
      'US$20 of it is in dispute: the donor’s bank is asking for it back, and there is no decision yet.',
      'US$17.50 of it stays with the cause.',
    ]);
    expect(await give({ refundedMinor: 0n, disputedMinor: 0n, chargedBackMinor: 5000n })).toEqual([
      'US$50 of it was in dispute, and the donor’s bank took it back.',
    ]);
    expect(await give({ chargedBackMinor: 0n })).toEqual([]);
    // What was signed has not changed meanwhile.
    expect((await receiptOf(token)).verifyUrl).toBe(before.verifyUrl);
    await db().cause.update({ where: { key: cause }, data: { title: 'A well for San Juan' } });
  });

  test('is mailed with its address, in the donor’s language', async () => {
    const { token } = await donate({ email: 'mailed@example.org', locale: 'es' });
    await service.runJobs();
    const [mail] = await (await fetch(`${service.emulatorUrl}/mailbox.json?to=mailed@example.org`)).json();
    expect(mail.text).toContain(`Ver tu comprobante: ${service.url}/receipt/${token}\n`);
  });
});

describe('the link to a receipt', () => {
  test('is shown to the browser that paid, at once and later', async () => {
    const { confirmation, token, linkId, cookie } = await donate();
    expect(confirmation.receipt.path).toBe(`/receipt/${token}`);
    const again = await service.call('/checkout/confirmation', {
      body: { ref: linkId },
      headers: { cookie },
    });
    expect(again.body.receipt).toEqual(confirmation.receipt);
  });

  test('is shown to nobody else who has the checkout link, and in no API', async () => {
    const { linkId, token } = await donate();
    const other = await donate();
    expect((await donorReturns(service, linkId)).body).not.toHaveProperty('receipt');
    for (const cookie of [other.cookie, `receipt_${linkId}=`, `receipt_${linkId}=${other.cookie.split('=')[1]}`]) {
      const asked = await service.call('/checkout/confirmation', {
        body: { ref: linkId },
        headers: { cookie },
      });
      expect(asked.body).not.toHaveProperty('receipt');
    }
    for (const path of [`/v1/checkout_links/${linkId}`, `/v1/checkout_links/${linkId}/public`])
      expect((await service.call(path, { key: partner.key })).text).not.toContain(token);
  });

  test('is not shown to a donor who filled in the form when another donor then paid', async () => {
    const { id: linkId } = await openLink(service, partner, { cause });
    const save = (name: string) => service.call('/checkout/donation', { body: { ref: linkId, name } });
    const first = (await save('First')).headers.get('set-cookie')?.split(';')[0] ?? '';
    await save('Second');
    await pay(service, await intentOf(service, linkId));
    const asked = await service.call('/checkout/confirmation', {
      body: { ref: linkId },
      headers: { cookie: first },
    });
    expect(asked.body.status).toBe('completed');
    expect(asked.body).not.toHaveProperty('receipt');
  });

  test('depends on a cookie that no script can read and no other site receives', async () => {
    const { id } = await openLink(service, partner, { cause });
    const { headers } = await service.call('/checkout/donation', { body: { ref: id, name: 'Ana' } });
    expect(headers.get('set-cookie')).toMatch(/; Path=\/checkout; .*HttpOnly; SameSite=Lax/);
  });
});

describe('a verification', () => {
  test('succeeds for what was signed, and shows the donation without the donor', async () => {
    const { token, paymentId } = await donate({ name: 'Zoraida Quintero', email: 'zq@example.org' });
    const { verifyUrl } = await receiptOf(token);
    const view = await verifyReceipt(paymentId, signatureOf(verifyUrl));
    expect(view).toMatchObject({ amountMajor: 50, currency: 'USD', causeTitle: 'A well for San Juan' });
    expect(JSON.stringify(view)).not.toMatch(/Zoraida|Quintero|zq@|rct_|chl_/);
  });

  test('can be repeated by anyone with the published keys', async () => {
    const { token, paymentId } = await donate();
    const view = await verifyReceipt(paymentId, signatureOf((await receiptOf(token)).verifyUrl));
    const { body } = await service.call('/receipts/keys.json');
    const { key_id } = JSON.parse(view?.statement ?? '');
    const jwk = body.keys.find(({ kid }: { kid: string }) => kid === key_id);
    expect(jwk).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
    const signature = Buffer.from(view?.signature ?? '', 'base64url');
    expect(verify(null, Buffer.from(view?.statement ?? ''), toPublicKey(jwk.x), signature)).toBe(true);
    expect(JSON.stringify(body)).not.toContain('"d"');
  });

  test('fails for the signature of another donation, an unknown payment, and text that is no signature', async () => {
    const [one, other] = [await donate(), await donate()];
    const signature = signatureOf((await receiptOf(one.token)).verifyUrl);
    const broken: [string, string][] = [
      [other.paymentId, signature],
      ['pay_unknown', signature],
      ['\0', signature],
      [one.paymentId, ''],
      [one.paymentId, `${signature}=`],
      [one.paymentId, signature.slice(1)],
      [one.paymentId, '%'.repeat(86)],
    ];
    for (const [paymentId, given] of broken) expect(await verifyReceipt(paymentId, given)).toBeNull();
  });

  test('succeeds after the key was changed, because old public keys are kept', async () => {
    const { token, paymentId } = await donate();
    const old = (await receiptOf(token)).verifyUrl;
    const { privateKey } = generateKeyPairSync('ed25519');
    const settings = env() as Env;
    settings.receiptSigningKey = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    try {
      const renewed = (await receiptOf(token)).verifyUrl;
      expect(renewed).not.toBe(old);
      for (const url of [old, renewed]) expect(await verifyReceipt(paymentId, signatureOf(url))).not.toBeNull();
      expect((await keySet()).keys).toHaveLength(2);
    } finally {
      delete settings.receiptSigningKey;
    }
  });

  test('processes that start together agree on one generated key', async () => {
    await asOwner('DELETE FROM receipt_keys');
    const keys = await Promise.all(Array.from({ length: 8 }, () => signingKey()));
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
    expect(await db().receiptKey.count()).toBe(1);
  });
});

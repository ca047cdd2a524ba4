import { beforeEach, describe, expect, test } from 'vitest';
import { findLinkDetail } from '#lib/dashboard/staff/links.ts';
import { db } from '#lib/db.ts';
import { findLink } from '#lib/hot-queries/find-link.ts';
import { newBrowser, type TestBrowser } from '#testing/browser.ts';
import { intentOf, pay } from '#testing/factories.ts';
import { localLinks, loseLocalWebhooks, paymentsAt, startPse, webhooksDelivered } from '#testing/local-rails.ts';
import {
  askIntent,
  attemptsOf,
  donorReturns,
  hold,
  holdIntent,
  intentsAt,
  mailsTo,
  poll,
  resetProcessor,
  statesOf,
} from '#testing/money.ts';
import { expectProblem } from '#testing/problems.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';
import { claimAttempt } from './attempts/attempt.ts';
import { isFromBrowser, linkSecret, newSecret, storedSecret } from './donor-browser.ts';
import { checkoutView } from './views/load-checkout.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
const local = localLinks(service, partner);
beforeEach(async () => {
  await resetProcessor(service);
  await loseLocalWebhooks(service);
});

const ANA = {
  name: 'Ana Gómez',
  email: 'ana@example.org',
  anonymous: true,
  locale: 'es',
  message: '¡Fuerza!',
};
const BRUNO = { name: 'Bruno', email: 'bruno@example.org' };

const save = (browser: Pick<TestBrowser, 'call'>, ref: string, choices: object = {}) =>
  browser.call('/checkout/donation', { body: { ref, ...choices } });
/** What a browser has for a link. */
const secretIn = ({ cookies }: TestBrowser, ref: string) => linkSecret(cookies.get('donor'), ref);
/** The data of a link's page in a browser. */
async function shownTo(browser: TestBrowser, ref: string) {
  const view = await checkoutView(ref, new Date(), secretIn(browser, ref));
  if (!view) throw new Error('no such link');
  return { amount: view.amountToPay, ...view.prefill };
}
async function donorOfPaid(linkId: string) {
  const { donorName, donorEmail } = await db().payment.findFirstOrThrow({
    where: { linkId, state: 'approved' },
  });
  return { name: donorName, email: donorEmail };
}

async function donorOfLink(id: string) {
  const { donorName, donorEmail } = await db().checkoutLink.findUniqueOrThrow({ where: { id } });
  return { name: donorName, email: donorEmail };
}

/** Ana has typed her details and an amount and opened her card form; somebody else has the URL too. */
async function typedByAna(minted: Record<string, unknown> = {}) {
  const [ana, stranger] = [newBrowser(service), newBrowser(service)];
  const { id } = await newLink(minted);
  await save(ana, id, { ...ANA, amount: 80 });
  return { id: id as string, ana, stranger, intent: await intentOf(service, id) };
}

describe('the donor’s entries', () => {
  test('are shown again in their browser, and another browser sees the minted values', async () => {
    const { id, ana, stranger } = await typedByAna({ email: 'minted@example.org' });
    expect(await shownTo(ana, id)).toEqual({
      amount: 80,
      email: ANA.email,
      name: ANA.name,
      anonymous: true,
      message: ANA.message,
    });
    const fresh = { amount: 50, email: 'minted@example.org', name: '', anonymous: false, message: '' };
    expect(await shownTo(stranger, id)).toEqual(fresh);
    stranger.cookies.set('donor', newSecret());
    expect(await shownTo(stranger, id)).toEqual(fresh);
    stranger.cookies.set('donor', 'short');
    expect(await shownTo(stranger, id)).toEqual(fresh);
  });

  test('are partly changed by their browser, in any of its tabs', async () => {
    const { id, ana } = await typedByAna();
    expect((await save(ana, id, { email: 'new@example.org' })).body).toEqual({ amount: 80 });
    expect(await shownTo(ana, id)).toMatchObject({ amount: 80, name: ANA.name, email: 'new@example.org' });
  });

  test('are replaced as a whole by another browser, which learns nothing of them', async () => {
    const { id, ana, stranger } = await typedByAna();
    const saved = await save(stranger, id, { locale: 'en' });
    expect(saved.body).toEqual({ amount: 50 });
    const row = await db().checkoutLink.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({
      donorAmount: null,
      donorName: null,
      donorEmail: null,
      donorAnonymous: null,
      donorLocale: 'en',
    });
    expect(await shownTo(stranger, id)).toMatchObject({ amount: 50, name: '', email: '' });
    // The earlier browser is now a stranger.
    expect(await shownTo(ana, id)).toMatchObject({ amount: 50, name: '', email: '' });
    expect((await save(ana, id, { ...ANA, amount: 80 })).body).toEqual({ amount: 80 });
    expect(await shownTo(stranger, id)).toMatchObject({ amount: 50, name: '', email: '' });
  });

  test('are not shown to a robot that fills in the honeypot', async () => {
    const { id, stranger } = await typedByAna();
    const robot = await save(stranger, id, { ...BRUNO, website: 'https://spam.example' });
    expect(robot.body).toEqual({ amount: 50, held: true });
    expect(robot.headers.get('set-cookie')).toBeNull();
  });

  test('are bound to their link: another link’s secret opens nothing', async () => {
    const [one, other] = [await typedByAna(), await typedByAna()];
    const secret = secretIn(other.ana, other.id) ?? '';
    one.stranger.cookies.set('donor', secret);
    expect(await shownTo(one.stranger, one.id)).toMatchObject({ amount: 50, name: '', email: '' });
    const told = await service.call('/checkout/confirmation', {
      body: { ref: one.id },
      headers: { 'donor-secret': secret },
    });
    expect(told.body).not.toHaveProperty('receipt');
  });

  test('have a secret of each browser, of which the database only stores a hash', async () => {
    const { id, ana, stranger } = await typedByAna();
    const first = secretIn(ana, id) ?? '';
    await save(stranger, id, BRUNO);
    const second = secretIn(stranger, id) ?? '';
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second).not.toBe(first);
    const row = await db().checkoutLink.findUniqueOrThrow({ where: { id } });
    expect(isFromBrowser(row, second)).toBe(true);
    expect(Buffer.from(row.browserHash ?? []).toString('base64url')).not.toBe(second);
  });
});

/** A page in a browser that keeps no cookie: it has in its memory what the server answered last. */
function cookielessPage() {
  let secret = '';
  const call: TestBrowser['call'] = async (path, options = {}) => {
    const reply = await service.call(path, {
      ...options,
      headers: { ...options.headers, 'donor-secret': secret },
    });
    secret = reply.headers.get('donor-secret') ?? secret;
    return reply;
  };
  return { call };
}

describe('a browser that keeps no cookies', () => {
  test('changes its choices, is declined, pays and reads its receipt in one page', async () => {
    const page = cookielessPage();
    const { id } = await newLink();
    await save(page, id, { ...ANA, amount: 80 });
    const intent = await intentOf(service, id);
    for (const amount of [80, 90, 80])
      expect((await save(page, id, { amount, method: 'card' })).body).toEqual({ amount });
    expect((await save(page, id, { method: 'card' })).body).toEqual({ amount: 80 });
    expect(await donorOfLink(id)).toEqual({ name: ANA.name, email: ANA.email });
    await pay(service, await intentOf(service, id));
    expect((await donorReturns(page, id)).body.receipt?.path).toMatch(/^\/receipt\/rct_/);
    expect(await donorOfPaid(id)).toEqual({ name: ANA.name, email: ANA.email });
    expect(intent).not.toBe('');
  });

  test('resumes a bank transfer in its page', async () => {
    const page = cookielessPage();
    const { id } = await local.colombian();
    await save(page, id, ANA);
    const started = await startPse(page, id);
    const resumed = await page.call('/checkout/redirect', { body: { ref: id, method: 'bank_transfer' } });
    expect(resumed.body).toEqual({ redirect_url: started.body.redirect_url });
  });

  test('has a secret that is in no answer’s body, that no cache keeps and that opens one link only', async () => {
    const page = cookielessPage();
    const [one, other] = [await newLink(), await newLink()];
    const saved = await save(page, one.id, ANA);
    const secret = saved.headers.get('donor-secret') ?? '';
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(saved.text).not.toContain(secret);
    expect(saved.headers.get('cache-control')).toBe('no-store');
    expect(saved.headers.get('set-cookie')).not.toContain(secret);
    await save(newBrowser(service), other.id, { ...BRUNO, amount: 70 });
    const foreign = await service.call('/checkout/donation', {
      body: { ref: other.id },
      headers: { 'donor-secret': secret },
    });
    expect(foreign.body).toEqual({ amount: 50 });
    const guessed = await service.call('/checkout/donation', {
      body: { ref: one.id },
      headers: { 'donor-secret': newSecret() },
    });
    expect(guessed.headers.get('donor-secret')).not.toBe(secret);
  });
});

describe('many links in one browser', () => {
  test('make one cookie, which is as long as for one link, and each stays the browser’s', async () => {
    const browser = newBrowser(service);
    const links = await Promise.all(Array.from({ length: runs(6, 25) }, () => newLink()));
    for (const [index, { id }] of links.entries()) {
      await save(browser, id, { ...ANA, amount: 60 + index });
      expect([...browser.cookies].join()).toMatch(/^donor,[\w-]{43}$/);
    }
    for (const [index, { id }] of links.entries())
      expect(await shownTo(browser, id)).toMatchObject({ amount: 60 + index, name: ANA.name });
    expect(new Set(links.map(({ id }) => secretIn(browser, id))).size).toBe(links.length);
  });

  test('that two tabs begin at once: the tab whose cookie another answer replaced goes on with its own', async () => {
    const tabs = [cookielessPage(), cookielessPage()];
    const links = [await newLink(), await newLink()];
    const [first, second] = [links[0]?.id as string, links[1]?.id as string];
    const [tab, other] = tabs as [TestBrowser, TestBrowser];
    const answers = await Promise.all([
      save(tab, first, { ...ANA, amount: 80 }),
      save(other, second, { ...BRUNO, amount: 90 }),
    ]);
    // The browser keeps the cookie of the answer that came last.
    const cookie = answers[1]?.headers.get('set-cookie')?.split(';')[0] ?? '';
    const again = await tab.call('/checkout/donation', { body: { ref: first }, headers: { cookie } });
    expect(again.body).toEqual({ amount: 80 });
    expect(again.headers.get('set-cookie')).toContain(cookie);
    expect((await other.call('/checkout/donation', { body: { ref: second }, headers: { cookie } })).body).toEqual({
      amount: 90,
    });
  });

  test('a cookie that is none of ours is replaced', () => {
    for (const sent of [undefined, '', 'short', `${newSecret()}x`, 'ñ'.repeat(43)]) {
      const { kept, secret } = storedSecret({ cookie: () => sent, header: () => undefined }, 'chl_1');
      expect(kept).toMatch(/^[\w-]{43}$/);
      expect(kept).not.toBe(sent);
      expect(secret).toBe(linkSecret(kept, 'chl_1'));
      expect(linkSecret(sent, 'chl_1')).toBeUndefined();
    }
  });
});

describe('a completed link', () => {
  const SUCCESS_URL = 'https://partner.example.org/orders/17';
  const shown = (browser: TestBrowser, ref: string) => checkoutView(ref, new Date(), secretIn(browser, ref));

  async function paidByAna() {
    const one = await typedByAna({ success_url: SUCCESS_URL });
    await save(one.ana, one.id, { method: 'card' });
    await pay(service, await intentOf(service, one.id));
    await donorReturns(one.ana, one.id);
    return one;
  }

  test('tells the browser that paid what was paid, and leads it back to the partner', async () => {
    const { id, ana } = await paidByAna();
    expect(await shown(ana, id)).toMatchObject({
      link: { status: 'completed', amount_paid: 80, payment_id: expect.stringMatching(/^pay_/) },
      successUrl: SUCCESS_URL,
    });
    const { body } = await donorReturns(ana, id);
    expect(body).toMatchObject({
      status: 'completed',
      amountPaid: 80,
      receipt: { path: expect.any(String) },
    });
  });

  test('tells any other browser nothing of the donor, the amount, the payment and the partner', async () => {
    const { id, ana, stranger } = await paidByAna();
    const { body: own } = await donorReturns(ana, id);
    stranger.cookies.set('donor', newSecret());
    for (const other of [newBrowser(service), stranger]) {
      const answers = [await shown(other, id), (await donorReturns(other, id)).body];
      expect(answers).toMatchObject([{ link: { status: 'completed' } }, { status: 'completed' }]);
      const text = JSON.stringify(answers);
      for (const secret of [ANA.name, ANA.email, SUCCESS_URL, own.paymentId, own.receipt.path, ':80'])
        expect(text).not.toContain(secret);
    }
  });
});

describe('the receipt goes to the donor who confirmed, although another browser', () => {
  test('saved other details before: the payment is created again', async () => {
    const { id, ana, stranger, intent } = await typedByAna();
    await save(stranger, id, BRUNO);
    await expect(pay(service, intent)).rejects.toThrow(/canceled/);
    await save(ana, id, { ...ANA, amount: 80, method: 'card' });
    await pay(service, await intentOf(service, id));
    expect((await donorReturns(ana, id)).body).toMatchObject({ status: 'completed', amountPaid: 80 });
    expect(await donorOfPaid(id)).toEqual({ name: ANA.name, email: ANA.email });
    expect((await donorReturns(ana, id)).body.receipt?.path).toMatch(/^\/receipt\/rct_/);
    expect((await donorReturns(stranger, id)).body).not.toHaveProperty('receipt');
  });

  test('saves other details after the card was charged: they are refused', async () => {
    const { id, ana, stranger, intent } = await typedByAna();
    await save(ana, id, { method: 'card' });
    await pay(service, intent);
    const refused = await save(stranger, id, BRUNO);
    expectProblem(refused, 409, 'checkout_link_not_payable');
    expect(refused.body.status_detail).toBe('completed');
    expect(refused.headers.get('set-cookie')).toBeNull();
    expect(await donorOfPaid(id)).toEqual({ name: ANA.name, email: ANA.email });
    expect(await mailsTo(BRUNO.email)).toEqual([]);
    expect((await donorReturns(stranger, id)).body).not.toHaveProperty('receipt');
    expect((await donorReturns(ana, id)).body.receipt?.path).toMatch(/^\/receipt\/rct_/);
  });

  test('saves other details during 3-D Secure: nothing is charged', async () => {
    const { id, stranger, intent } = await typedByAna();
    await pay(service, intent, 'pm_card_threeDSecure2Required');
    expect((await save(stranger, id, BRUNO)).body).toEqual({ amount: 50 });
    await service.control('stripe/authenticate', { payment_intent: intent, outcome: 'complete' });
    expect(await intentsAt(service, id)).toMatchObject([{ status: 'canceled' }]);
    expect(await statesOf(id)).toEqual(['canceled']);
  });

  test('saves other details while the payment is being processed: they are refused', async () => {
    const { id, ana, stranger, intent } = await typedByAna();
    await service.control('stripe/processing', { on: true });
    await pay(service, intent);
    expectProblem(await save(stranger, id, BRUNO), 409, 'checkout_link_not_payable');
    // Not even their own browser changes a processing payment.
    await save(ana, id, { email: 'late@example.org' });
    await service.control('stripe/processing', { on: false });
    await service.control('stripe/settle', { payment_intent: intent, outcome: 'succeeded' });
    await donorReturns(ana, id);
    expect(await donorOfPaid(id)).toEqual({ name: ANA.name, email: ANA.email });
  });

  test('requests the payment with another email', async () => {
    const { id, ana, intent } = await typedByAna();
    await askIntent(service, id, { body: { email: BRUNO.email } });
    await pay(service, intent);
    await donorReturns(ana, id);
    expect(await donorOfPaid(id)).toEqual({ name: ANA.name, email: ANA.email });
  });

  test('saves after an email came by the API and was paid with: they are refused', async () => {
    const { id } = await newLink();
    const asked = await askIntent(service, id, { body: { email: ANA.email } });
    await pay(service, asked.body.payment_intent_id);
    expectProblem(await save(newBrowser(service), id, BRUNO), 409, 'checkout_link_not_payable');
    expect(await donorOfPaid(id)).toEqual({ name: null, email: ANA.email });
  });
});

test('staff see the entries of the donor who paid', async () => {
  const { id, ana, intent } = await typedByAna();
  await pay(service, intent);
  await donorReturns(ana, id);
  await db().checkoutLink.update({
    where: { id },
    data: { donorName: BRUNO.name, donorEmail: BRUNO.email, donorAmount: 20n, donorAnonymous: false },
  });
  const { name, email, anonymous: isAnonymous, locale } = ANA;
  expect((await findLinkDetail(id, new Date()))?.donor).toMatchObject({
    amount: { amountMajor: 80 },
    name,
    email,
    isAnonymous,
    locale,
  });
});

describe('a browser that takes over', () => {
  test('cancels the earlier browser’s payment, even if it succeeds at the same moment', async () => {
    const { id, stranger, intent } = await typedByAna();
    const gateway = await hold(service, 'stripe', { path: '/cancel$' });
    const saving = save(stranger, id, BRUNO);
    // It was unpaid when it was read, and is paid while the cancel is on its way.
    await gateway.arrived();
    await pay(service, intent);
    await gateway.release();
    expectProblem(await saving, 409, 'checkout_link_not_payable');
    expect(await donorOfPaid(id)).toEqual({ name: ANA.name, email: ANA.email });
  });

  test('leaves no payment behind that was being started at the gateway', async () => {
    const [ana, stranger] = [newBrowser(service), newBrowser(service)];
    const { id } = await newLink();
    await save(ana, id, ANA);
    const gateway = await holdIntent(service);
    const asked = askIntent(service, id);
    await gateway.arrived();
    await save(stranger, id, BRUNO);
    await gateway.release();
    const intent = (await asked).body.payment_intent_id;
    const [first, second] = (await intentsAt(service, id)).reverse();
    expect([first?.status, second?.id]).toEqual(['canceled', intent]);
    await pay(service, intent);
    await donorReturns(stranger, id);
    expect(await donorOfPaid(id)).toEqual(BRUNO);
  });

  test('has to retry while the gateway cannot report the earlier payment', async () => {
    const { id, ana, stranger } = await typedByAna();
    await service.control('stripe/gateway_down');
    const refused = await save(stranger, id, BRUNO);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await shownTo(ana, id)).toMatchObject({ amount: 80, name: ANA.name });
    await service.control('stripe/gateway_up');
    expect((await save(stranger, id, BRUNO)).status).toBe(200);
  });

  test('while the earlier browser confirms: the charged donor gets their own receipt', async () => {
    const scenes = await Promise.all(Array.from({ length: runs(6, 12) }, () => typedByAna()));
    await Promise.all(
      scenes.map(async ({ id, ana, stranger, intent }) => {
        const confirmed = save(ana, id, { ...ANA, method: 'card' }).then(({ status }) =>
          status === 200 ? pay(service, intent).catch(() => undefined) : undefined,
        );
        await Promise.all([confirmed, save(stranger, id, { ...BRUNO, method: 'card' })]);
        await donorReturns(service, id);
      }),
    );
    for (const { id, ana, stranger } of scenes) {
      const { body } = await poll(service, partner.key, id);
      const charged = (await intentsAt(service, id)).filter(({ status }) => status === 'succeeded');
      expect(charged).toHaveLength(body.status === 'completed' ? 1 : 0);
      expect((await donorReturns(stranger, id)).body).not.toHaveProperty('receipt');
      if (body.status !== 'completed') continue;
      expect(body.amount_paid).toBe(80);
      expect(await donorOfPaid(id)).toEqual({ name: ANA.name, email: ANA.email });
      expect((await donorReturns(ana, id)).body.receipt?.path).toMatch(/^\/receipt\/rct_/);
    }
  });

  test('takes over an open form without entries', async () => {
    const donor = newBrowser(service);
    const { id } = await newLink();
    const intent = await intentOf(service, id);
    await save(donor, id, { ...BRUNO, method: 'card' });
    await pay(service, intent);
    await donorReturns(donor, id);
    expect(await donorOfPaid(id)).toEqual(BRUNO);
    expect(await intentsAt(service, id)).toHaveLength(1);
  });
});

describe('a bank transfer', () => {
  async function atTheBank() {
    const [ana, stranger] = [newBrowser(service), newBrowser(service)];
    const { id } = await local.colombian();
    await save(ana, id, ANA);
    const { body } = await startPse(ana, id);
    return { id: id as string, ana, stranger, address: body.redirect_url as string };
  }

  test('is resumed by the browser that started it, and by no other', async () => {
    const { id, ana, stranger, address } = await atTheBank();
    const resumed = { ref: id, method: 'bank_transfer' };
    expect((await ana.call('/checkout/redirect', { body: resumed })).body).toEqual({ redirect_url: address });
    for (const wish of [resumed, { ...resumed, start_over: true }]) {
      const refused = await stranger.call('/checkout/redirect', { body: wish });
      expectProblem(refused, 409, 'checkout_link_not_payable');
      expect(refused.text).not.toContain(address);
    }
    expectProblem(await startPse(stranger, id), 409, 'checkout_link_not_payable');
    expect(await paymentsAt(service, id)).toMatchObject([{ status: 'pending' }]);
  });

  test('is not started in the name of a browser that took over since the link was read', async () => {
    const [ana, bruno] = [newBrowser(service), newBrowser(service)];
    const { id } = await local.colombian();
    await save(ana, id, ANA);
    const seen = await findLink(id);
    await save(bruno, id, BRUNO);
    if (!seen) throw new Error('no such link');
    const rail = { kind: 'bank_transfer', gateway: 'mercado-pago-co' } as const;
    expect(await claimAttempt(seen, rail)).toEqual({ kind: 'ended' });
    expect(await attemptsOf(id)).toEqual([]);
  });

  test('is cancelled when another browser takes over, and completes the link if the bank was faster', async () => {
    const [left, paid] = [await atTheBank(), await atTheBank()];
    expect((await save(left.stranger, left.id, BRUNO)).status).toBe(200);
    expect(await paymentsAt(service, left.id)).toMatchObject([{ status: 'cancelled' }]);

    const [transfer] = await paymentsAt(service, paid.id);
    await service.control('mercado-pago-co/approve', { payment_id: transfer.id });
    await webhooksDelivered(service);
    expectProblem(await save(paid.stranger, paid.id, BRUNO), 409, 'checkout_link_not_payable');
    expect(await donorOfPaid(paid.id)).toEqual({ name: ANA.name, email: ANA.email });
  });
});

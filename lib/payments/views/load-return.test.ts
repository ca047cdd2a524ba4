import { beforeEach, describe, expect, test } from 'vitest';
import { newBrowser, type TestBrowser } from '#testing/browser.ts';
import { intentOf, pay } from '#testing/factories.ts';
import {
  localLinks,
  loseLocalWebhooks,
  paymentsAt,
  payPreference,
  preferencesAt,
  startPse,
  startWallet,
} from '#testing/local-rails.ts';
import { loseWebhooks, resetProcessor } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { linkSecret } from '../donor-browser.ts';
import { checkoutView, loadReturn } from './load-checkout.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
const local = localLinks(service, partner);
beforeEach(async () => {
  await resetProcessor(service);
  await loseWebhooks(service);
  await loseLocalWebhooks(service);
});

const returned = (id: string, maySync = true) => loadReturn(id, new Date(), undefined, maySync);

describe('a donor who comes back reads at once what the gateway says, without any webhook', () => {
  test('that the wallet was left unpaid', async () => {
    const { id } = await local.mexican();
    await startWallet(service, id);
    expect(await returned(id)).toMatchObject({
      isSynced: true,
      view: { waitingFor: 'wallet', processing: false, link: { status: 'open' } },
    });
  });

  test('that the wallet was paid', async () => {
    const { id } = await local.mexican();
    await startWallet(service, id);
    const [preference] = await preferencesAt(service, id);
    await payPreference(service, preference.id);
    expect(await returned(id)).toMatchObject({ isSynced: true, view: { link: { status: 'completed' } } });
  });

  test('that the bank declined', async () => {
    const { id } = await local.colombian();
    await startPse(service, id);
    const [payment] = await paymentsAt(service, id);
    await service.control('mercado-pago-co/reject', { payment_id: payment.id });
    expect(await returned(id)).toMatchObject({ isSynced: true, view: { declined: true, waitingFor: null } });
  });

  test('that the card was declined, until another try is on its way or has paid', async () => {
    const { id } = await newLink();
    const intent = await intentOf(service, id);
    expect(await returned(id)).toMatchObject({ isSynced: true, view: { cardDeclined: false } });
    await pay(service, intent, 'pm_card_chargeDeclined').catch(() => {});
    expect(await returned(id)).toMatchObject({ isSynced: true, view: { cardDeclined: true } });
    await pay(service, intent);
    expect(await returned(id)).toMatchObject({
      view: { cardDeclined: false, link: { status: 'completed' } },
    });
  });
});

test('while a gateway fails, or was asked too often, the page is shown without its answer', async () => {
  const { id } = await local.mexican();
  await startWallet(service, id);
  expect(await returned(id, false)).toMatchObject({ isSynced: false, view: { waitingFor: 'wallet' } });
  await service.control('mercado-pago-mx/gateway_down');
  expect(await returned(id)).toMatchObject({ isSynced: false, view: { waitingFor: 'wallet' } });
  await service.control('mercado-pago-mx/gateway_up');
  expect(await returned('chl_none')).toBeNull();
});

describe('a page that is opened while a card is charged', () => {
  const MINUTE_MS = 60_000;
  const isConfirming = async (browser: TestBrowser, id: string, now = new Date()) =>
    (await checkoutView(id, now, linkSecret(browser.cookies.get('donor'), id)))?.confirming;
  const save = (browser: TestBrowser, ref: string, choices: object) =>
    browser.call('/checkout/donation', { body: { ref, ...choices } });

  async function confirmedByAna() {
    const [ana, stranger] = [newBrowser(service), newBrowser(service)];
    const { id } = await newLink();
    const intent = await intentOf(service, id);
    await save(ana, id, { name: 'Ana' });
    expect(await isConfirming(ana, id)).toBe(false);
    await save(ana, id, { method: 'card' });
    return { id: id as string, ana, stranger, intent };
  }

  test('says so in the browser that confirmed, for a minute', async () => {
    const { id, ana, stranger } = await confirmedByAna();
    expect(await isConfirming(ana, id)).toBe(true);
    expect(await isConfirming(stranger, id)).toBe(false);
    expect(await isConfirming(ana, id, new Date(Date.now() + MINUTE_MS))).toBe(false);
  });

  test('says so no more once the card was declined, and again with the next try', async () => {
    const { id, ana, intent } = await confirmedByAna();
    await pay(service, intent, 'pm_card_chargeDeclined').catch(() => {});
    expect(await isConfirming(ana, id)).toBe(false);
    await save(ana, id, { method: 'card' });
    expect(await isConfirming(ana, id)).toBe(true);
  });

  test('says nothing where no payment could be started', async () => {
    const ana = newBrowser(service);
    const { id } = await newLink();
    await save(ana, id, { method: 'card' });
    expect(await isConfirming(ana, id)).toBe(false);
  });

  test('thanks at once where the card was charged meanwhile', async () => {
    const { id, ana, intent } = await confirmedByAna();
    await pay(service, intent);
    const view = await checkoutView(id, new Date(), linkSecret(ana.cookies.get('donor'), id));
    expect(view).toMatchObject({ confirming: false, link: { status: 'completed', amount_paid: 50 } });
  });
});

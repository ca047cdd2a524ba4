import { db } from '#lib/db.ts';
import { openLink, type Partner, publishedCause } from './factories.ts';
import { type GatewayCall, gatewayCalls } from './money.ts';
import { PAYER } from './payer.ts';
import type { Reply, Service } from './service.ts';

export const OTHER_BANK = { ...PAYER, bank: '1001' };

/** The path of the calls that start a bank transfer or wallet payment, by either API. */
export const START_PATH = '^/(v1/payments|v1/orders|checkout/preferences)$';

/** Causes and links in the countries of the local rails, created by one partner. */
export function localLinks(service: Service, partner: Partner) {
  const causes = new Map<string, Promise<string>>();
  const causeIn = (country: string, currency: string) => {
    const goal = { amount: 1_000_000, currency };
    const cause =
      causes.get(country + currency) ?? publishedCause(service, partner, { country, goal, title: 'Un pozo' });
    causes.set(country + currency, cause);
    return cause;
  };
  const link =
    (country: string, currency: string, amount: number) =>
    async (overrides: Record<string, unknown> = {}) =>
      openLink(service, partner, {
        cause: await causeIn(country, currency),
        amount,
        currency,
        ...overrides,
      });
  return { causeIn, colombian: link('CO', 'COP', 50_000), mexican: link('MX', 'MXN', 250) };
}

type Callable = Pick<Service, 'call'>;

/** The donor's page starts a bank transfer. */
export function startPse(server: Callable, ref: string, wish: Record<string, unknown> = {}): Promise<Reply> {
  return server.call('/checkout/redirect', {
    body: { ref, method: 'bank_transfer', payer: PAYER, ...wish },
  });
}

/** The donor's page starts a wallet payment. */
export function startWallet(server: Callable, ref: string, wish: Record<string, unknown> = {}): Promise<Reply> {
  return server.call('/checkout/redirect', {
    body: { ref, method: 'wallet', payer: { email: '' }, ...wish },
  });
}

/** The donor chooses another amount. */
export function chooseAmount(server: Callable, ref: string, amount: number): Promise<Reply> {
  return server.call('/checkout/donation', { body: { ref, amount } });
}

/** Payments at a gateway with a link as reference, first to last. */
export async function paymentsAt(
  service: Service,
  linkId: string,
  country: 'co' | 'mx' = 'co',
): Promise<Reply['body'][]> {
  const { payments } = await service.control(`mercado-pago-${country}/payments`, {
    external_reference: linkId,
  });
  return payments;
}

/** Preferences at the wallet with a link as reference, first to last. */
export async function preferencesAt(service: Service, linkId: string): Promise<Reply['body'][]> {
  const { preferences } = await service.control('mercado-pago-mx/preferences');
  // An order's reference names our payment after the link.
  return preferences.filter((each: { external_reference: string }) => each.external_reference.split('-')[0] === linkId);
}

/** Whether a preference can be paid. */
export function isOpenAtWallet(preference: { expires: boolean; expiration_date_to: string }): boolean {
  return !preference.expires || new Date(preference.expiration_date_to) > new Date();
}

/** The donor's page starts a bank transfer. Returns its id at the gateway. */
export async function startTransfer(service: Service, linkId: string): Promise<number> {
  await startPse(service, linkId);
  const [{ id }] = await paymentsAt(service, linkId);
  return id;
}

/** The same, and the donor's bank approves it. */
export async function approvedTransfer(service: Service, linkId: string): Promise<number> {
  const payment_id = await startTransfer(service, linkId);
  await accountStateIn(service, 'co')('approve', { payment_id });
  return payment_id;
}

/** The donor's page starts a wallet payment. Returns the id of its preference. */
export async function startPreference(service: Service, linkId: string): Promise<string> {
  await startWallet(service, linkId);
  const [{ id }] = await preferencesAt(service, linkId);
  return id;
}

/** Pays at the wallet, as its user would. Returns the gateway's payment. */
export async function payPreference(service: Service, preferenceId: string, wish: object = {}): Promise<Reply['body']> {
  const { payment } = await service.control('mercado-pago-mx/pay_preference', {
    preference_id: preferenceId,
    ...wish,
  });
  return payment;
}

/** The bank's page for a link with one payment, from the gateway. */
export async function bankPage(service: Service, linkId: string): Promise<string> {
  const [payment, ...others] = await paymentsAt(service, linkId);
  if (!payment || others.length > 0) throw new Error(`${linkId} does not have exactly one payment`);
  return payment.transaction_details.external_resource_url;
}

/** Calls the control API of a country's emulator (emulators/README.md). */
export function accountStateIn(service: Service, country: 'co' | 'mx') {
  return (action: string, input: object = {}): Promise<Reply['body']> =>
    service.control(`mercado-pago-${country}/${action}`, input);
}

/** The next cancellation of what was started is refused, by either API. */
export async function refuseCancellation(account: ReturnType<typeof accountStateIn>): Promise<void> {
  const failure = { kind: 'status', status: 400, times: 1 };
  await account('fail', { ...failure, method: 'PUT' });
  await account('fail', { ...failure, method: 'POST', path: '/cancel$' });
}

/** Resets both accounts: they answer, their search is current, releases take as long as usual, and no events are sent. */
export async function resetAccounts(service: Service): Promise<void> {
  for (const country of ['co', 'mx'] as const) {
    const account = accountStateIn(service, country);
    await account('gateway_up');
    await account('switches', {
      searchLagMs: 0,
      moneyReleaseMs: 14 * 86_400_000,
      moneyReleaseStatus: 'by_date',
    });
  }
  await loseLocalWebhooks(service);
}

/** From now on neither account sends events, as with test credentials (gateways C5). */
export async function loseLocalWebhooks(service: Service): Promise<void> {
  for (const country of ['co', 'mx']) await service.control(`mercado-pago-${country}/webhooks`, { drop: true });
}

/** Waits until every event in progress has been answered. */
export async function webhooksDelivered(service: Service): Promise<void> {
  for (const country of ['co', 'mx']) await service.control(`mercado-pago-${country}/idle`);
}

/** Calls of the two accounts' API, oldest first, whose path contains a text. */
export async function localCalls(service: Service, path: string, method?: string): Promise<GatewayCall[]> {
  const calls = await gatewayCalls(service, path, method);
  return calls.filter((call) => call.path.startsWith('/mercado-pago/'));
}

/** The scheduled syncs of a payment, in seconds after its creation, soonest first. */
export async function plannedChecks(paymentId: string): Promise<number[]> {
  const { createdAt } = await db().payment.findUniqueOrThrow({ where: { id: paymentId } });
  const jobs = await db().$queryRaw<{ startAfter: Date }[]>`
    SELECT start_after AS "startAfter" FROM pgboss.job
     WHERE name IN ('check_payment', 'watch_attempt') AND state < 'active' AND data->>'id' = ${paymentId} ORDER BY start_after`;
  return jobs.map(({ startAfter }) => (startAfter.getTime() - createdAt.getTime()) / 1000);
}

/** Makes a payment so many seconds old. */
export async function setAge(paymentId: string, seconds: number): Promise<void> {
  const createdAt = new Date(Date.now() - seconds * 1000);
  await db().payment.update({ where: { id: paymentId }, data: { createdAt } });
}

/** Lets a link expire at the moment at which its gateway approved its first payment, which was then in time to the millisecond. */
export async function expireWhenPaid(service: Service, linkId: string, country: 'co' | 'mx' = 'co'): Promise<void> {
  const approved = (await paymentsAt(service, linkId, country)).flatMap(({ date_approved }) => date_approved ?? []);
  const expiresAt = new Date(Math.min(...approved.map(Date.parse)));
  await db().checkoutLink.update({ where: { id: linkId }, data: { expiresAt } });
}

import Stripe from 'stripe';
import { db } from '#lib/db.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { RefundPending } from '#lib/payments/refunds/perform-refund.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { isDomainError } from '#lib/problems/domain-error.ts';
import { isGatewayError } from '#lib/rails/port/errors.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { createPartner, openLink, type Partner, publishedCause } from '#testing/factories.ts';
import { accountStateIn, paymentsAt } from '#testing/local-rails.ts';
import { type Reply, type Service, startService } from '#testing/service.ts';
import { staffMember, storedBankAccount, verifyAccount } from '#testing/withdrawals.ts';

/** How donors give in the game: a card in two currencies, a bank transfer, and a wallet. */
const WAYS = [
  { rail: 'card', country: 'US', currency: 'USD', amountMajor: 40 },
  { rail: 'bank_transfer', country: 'CO', currency: 'COP', amountMajor: 40_000 },
  { rail: 'wallet', country: 'MX', currency: 'MXN', amountMajor: 400 },
  { rail: 'card', country: 'CO', currency: 'COP', amountMajor: 40_000 },
] as const;
export type Way = (typeof WAYS)[number];

/** Half of all refunds and withdrawals are for more: these wait for a second person. */
const THRESHOLDS = 'USD=30,COP=30000,MXN=300';
const SETTINGS = {
  REFUND_APPROVAL_THRESHOLD: THRESHOLDS,
  WITHDRAWAL_APPROVAL_THRESHOLD: THRESHOLDS,
  WITHDRAWAL_DAILY_LIMIT: 'USD=1000000,COP=1000000000,MXN=1000000',
  // Moves are faster than any donor.
  RATE_LIMIT_LINK_PER_10S: '100000',
  RATE_LIMIT_ADDRESS_PER_10S: '1000000',
  RATE_LIMIT_CLIENT_PER_10S: '1000000',
};

export const GATEWAYS = ['stripe', 'mercado-pago-co', 'mercado-pago-mx'] as const;
export type Gateway = (typeof GATEWAYS)[number];

export type GameCause = { key: string; currency: string; creator: Actor; bankAccountId: string };
export type Donation = { name: string; way: Way; linkId: string; amountMajor: number };
/** Money that we have recorded, and how the history names it. */
export type Received = { name: string; donation: Donation; row: Payment };
/** A refund or chargeback as its gateway has it. Amount in minor units of ours. */
export type AtGateway = { id: string; of: string; status: string; amountMinor: number };
/** Money as its gateway has it, with what was taken of it. Amount in minor units of ours. */
export type Charge = {
  id: string;
  name: string;
  gateway: Gateway;
  amountMinor: number;
  refunds: AtGateway[];
};

/** How the events about a move arrive, and how often they do so. */
export const EVENT_DELIVERIES = { 'at once': 3, twice: 1, 'last first': 1, late: 1, never: 2 } as const;
export type EventDelivery = keyof typeof EVENT_DELIVERIES;
type Event = { gateway: Gateway; id: string };

/** A service of its own with its gateways, people and causes, and everything that has happened there. */
export class World {
  /** What happened, in words. */
  readonly history: string[] = [];
  readonly donations: Donation[] = [];
  /** Withdrawals, in the order in which they were requested. */
  readonly withdrawals: string[] = [];
  /** Payouts of the gateways to our bank, by gateway. */
  readonly payouts: { gateway: Gateway; id: string }[] = [];
  /** Refunds that somebody made at the gateway itself: nobody asked us for them. */
  readonly elsewhere = new Set<string>();
  /** The end of every round, and the beginning of the game. */
  readonly instants: Date[] = [new Date(Date.now() - 60_000)];
  /** What came of work whose answer from a gateway is held there. */
  readonly slow = new Map<Gateway, Promise<string>>();
  private late: Event[] = [];
  private readonly seen = new Set<string>();

  readonly service: Service;
  readonly partner: Partner;
  readonly causes: GameCause[];
  /** Two members of staff; neither verified the bank accounts. */
  readonly staff: readonly [Actor, Actor];

  private constructor(service: Service, partner: Partner, causes: GameCause[], staff: [Actor, Actor]) {
    this.service = service;
    this.partner = partner;
    this.causes = causes;
    this.staff = staff;
  }

  static async begin(): Promise<World> {
    const service = await startService(SETTINGS);
    const partner = await createPartner();
    const [first, second, verifier] = [await staffMember(), await staffMember(), await staffMember()];
    await service.control('stripe/settlement', {
      currency: 'usd',
      rates: { cop: 0.00025 },
      releaseSeconds: 0,
    });
    for (const country of ['co', 'mx'] as const)
      await accountStateIn(service, country)('switches', { moneyReleaseMs: 0 });
    // The game delivers every event itself, or not.
    for (const gateway of GATEWAYS) await service.control(`${gateway}/webhooks`, { drop: true });
    const causes: GameCause[] = [];
    for (const { country, currency } of WAYS.slice(0, 3)) {
      const owner = { email: `${currency.toLowerCase()}@example.org`, name: 'Olga Owner' };
      const goal = { amount: 1_000_000, currency };
      const key = await publishedCause(service, partner, { country, goal, owner });
      const { ownerId } = await db().cause.findUniqueOrThrow({ where: { key } });
      const creator: Actor = { id: ownerId, role: 'creator' };
      const bankAccountId = await storedBankAccount(creator, currency);
      await verifyAccount(verifier, bankAccountId);
      causes.push({ key, currency, creator, bankAccountId });
    }
    return new World(service, partner, causes, [first, second]);
  }

  /** A new link for one of the ways to give. */
  async mint(which: number, times: number): Promise<Donation> {
    const way = chosen(WAYS, which);
    const cause = this.causes.find(({ currency }) => currency === way.currency)?.key;
    const amountMajor = way.amountMajor * times;
    const { id } = await openLink(this.service, this.partner, {
      cause,
      amount: amountMajor,
      currency: way.currency,
    });
    const name = `donation ${this.donations.length + 1} (${way.rail}, ${amountMajor} ${way.currency})`;
    const donation = { name, way, linkId: id, amountMajor };
    this.donations.push(donation);
    return donation;
  }

  /** What we have recorded as received, in the order of the donations. */
  async received(): Promise<Received[]> {
    const found: Received[] = [];
    for (const donation of this.donations) {
      const rows = await db().payment.findMany({
        where: { linkId: donation.linkId, amountMinor: { not: null } },
        orderBy: { attempt: 'asc' },
      });
      for (const [index, row] of rows.entries())
        found.push({ name: index === 0 ? donation.name : `${donation.name}, again`, donation, row });
    }
    return found;
  }

  /** What the gateways have taken from donors, in the order of the donations. */
  async charges(): Promise<Charge[]> {
    const found: Charge[] = [];
    for (const donation of this.donations) found.push(...(await this.chargesOf(donation)));
    return found;
  }

  private async chargesOf({ name, way, linkId }: Donation): Promise<Charge[]> {
    const units = minorUnitsPerMajor(way.currency);
    const country = way.currency === 'COP' ? 'co' : 'mx';
    if (way.rail !== 'card') {
      const payments: Reply['body'][] = await paymentsAt(this.service, linkId, country);
      const taken = payments.filter(({ date_approved: at }) => at !== null);
      return taken.map(({ id, transaction_amount: amount, refunds }) => ({
        id: String(id),
        name,
        gateway: `mercado-pago-${country}` as const,
        amountMinor: amount * units,
        refunds: refunds.map((one: Reply['body']) => ({
          id: String(one.id),
          of: name,
          status: one.status,
          amountMinor: Math.round(one.amount * units),
        })),
      }));
    }
    const { payments } = await this.service.control('stripe/about', { reference: linkId });
    const paid: { id: string }[] = payments.filter(({ status }: Reply['body']) => status === 'succeeded');
    return Promise.all(
      paid.map(async ({ id }) => {
        const { data } = await this.service.stripe().refunds.list({ payment_intent: id, limit: 100 });
        const { amount } = await this.service.stripe().paymentIntents.retrieve(id);
        const refunds = data
          .toReversed()
          .map((one) => ({ id: one.id, of: name, status: one.status ?? '', amountMinor: one.amount }));
        return { id, name, gateway: 'stripe' as const, amountMinor: amount, refunds };
      }),
    );
  }

  /** Refunds at the gateways, in the order of the donations. */
  async refundsAtGateways(): Promise<(AtGateway & { gateway: Gateway })[]> {
    return (await this.charges()).flatMap(({ gateway, refunds }) => refunds.map((one) => ({ ...one, gateway })));
  }

  /** Calls the control API of a gateway's emulator. */
  at(gateway: Gateway, action: string, input: object = {}): Promise<Reply['body']> {
    return this.service.control(`${gateway}/${action}`, input);
  }

  /** The gateway of a donation. */
  gatewayOf({ way }: Donation): Gateway {
    if (way.rail === 'card') return 'stripe';
    return way.currency === 'COP' ? 'mercado-pago-co' : 'mercado-pago-mx';
  }

  /** The slow answers arrive. Returns what came of each work that waited. */
  async endSlow(): Promise<string[]> {
    for (const gateway of GATEWAYS) await this.at(gateway, 'release');
    const outcomes = await Promise.all(this.slow.values());
    this.slow.clear();
    return outcomes;
  }

  /** Lets the events of what has happened since the last call arrive. */
  async deliver(news: EventDelivery): Promise<void> {
    const events = await this.newEvents();
    switch (news) {
      case 'at once':
        return this.send(events);
      case 'twice':
        return this.send(events, 2);
      case 'last first':
        return this.send(events.toReversed());
      case 'late':
        this.late.push(...events);
        return;
      case 'never':
        return;
    }
  }

  /** The late events arrive. Returns how many there were. */
  async deliverLate(): Promise<number> {
    const events = this.late;
    this.late = [];
    await this.send(events);
    return events.length;
  }

  private async send(events: readonly Event[], times = 1): Promise<void> {
    for (const { gateway, id } of events) {
      const what = gateway === 'stripe' ? { event: id } : { payment_id: id };
      await this.at(gateway, 'resend', { ...what, times, parallel: true });
    }
  }

  /** The events of all gateways that were not seen before, oldest first. */
  private async newEvents(): Promise<Event[]> {
    const events: Event[] = [];
    for (const gateway of GATEWAYS) {
      const deliveries: Reply['body'][] = await this.at(gateway, 'deliveries');
      // What was sent again has a status.
      for (const { id, url } of deliveries.filter((one) => one.status === null)) {
        const key = `${gateway} ${id}`;
        if (this.seen.has(key)) continue;
        this.seen.add(key);
        const about = gateway === 'stripe' ? id : (new URL(url).searchParams.get('data.id') ?? '');
        events.push({ gateway, id: about });
      }
    }
    return events;
  }

  async close(): Promise<void> {
    // What failed here has been thrown at the end of its round, or after another failure.
    await this.endSlow().catch(() => {});
    await this.service.close();
  }
}

/** One of a list, by any number. */
export function chosen<T>(list: readonly T[], which: number): T {
  const found = list[which % list.length];
  if (found === undefined) throw new Error('Bug: a choice from an empty list');
  return found;
}

/**
 * What came of work that can be refused: by our rules, by a gateway that failed, or because an emulator does not allow it. Any
 * other error is thrown.
 */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return '';
  } catch (error) {
    if (error instanceof RefundPending) return ', which is not finished';
    if (isDomainError(error)) return `, refused: ${error.code}`;
    if (isGatewayError(error)) return `, the gateway ${error.failure}: ${error.code}`;
    if (error instanceof Stripe.errors.StripeError) return `, Stripe answers: ${error.message}`;
    const { message } = error as Error;
    if (/^(stripe|mercado-pago-..)\/\w+: /.test(message)) return `, impossible: ${message}`;
    throw error;
  }
}

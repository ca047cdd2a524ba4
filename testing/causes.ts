import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import type { Actor } from '#lib/policy/actor.ts';

/** The creation time of these causes. */
export const NOW = new Date('2026-11-21T12:00:00Z');

type Stored = { key: string; owner: Actor };
let serial = 0;

/** Inserts a published cause in dollars with a goal of 5,000.00, and its owner. */
export async function storedCause(overrides: object = {}): Promise<Stored> {
  serial += 1;
  const key = `well-${serial}-${newId('account').slice(4, 10).toLowerCase()}`;
  const id = `acc_${key}`;
  await transaction(async (tx) => {
    const client = await tx.client.create({ data: { id: newId('client'), name: 'Partner' } });
    const email = `${key}@example.org`;
    await tx.cause.create({
      data: {
        key,
        slug: key,
        title: 'A well',
        state: 'published',
        country: 'us',
        currency: 'USD',
        goalAmount: 500_000n,
        feePercent: 5,
        feeModel: 'plus_gateway_costs',
        termsAcceptedAt: NOW,
        termsVersion: '1',
        termsAcceptedIp: '203.0.113.7',
        client: { connect: { id: client.id } },
        owner: { create: { id, email, emailKey: email, name: 'Olga' } },
        addresses: { create: { address: key } },
        ...overrides,
      },
    });
  });
  return { key, owner: { id: id, role: 'creator' } };
}

/** An actor of staff. */
export const STAFF: Actor = { id: 'acc_staff', role: 'staff' };

type Contribution = {
  amountMajor?: number;
  succeededAt?: Date;
  /** Columns of the payment's row. */
  row?: Record<string, unknown>;
};

/** Records an approved payment of a new link of the service itself on a cause: 50 by default. Returns its id. */
export async function storedContribution(
  causeKey: string,
  { amountMajor = 50, succeededAt = NOW, row = {} }: Contribution = {},
): Promise<string> {
  const { currency } = await db().cause.findUniqueOrThrow({ where: { key: causeKey } });
  const amount = BigInt(amountMajor);
  const linkId = newId('checkoutLink');
  const id = newId('payment');
  await db().checkoutLink.create({
    data: {
      id: linkId,
      clientId: 'clt_service',
      causeKey,
      amount,
      currency,
      feePercent: 5,
      createdAt: NOW,
      expiresAt: new Date(NOW.getTime() + 86_400_000),
    },
  });
  await db().payment.create({
    data: {
      id,
      linkId,
      causeKey,
      rail: 'card',
      gateway: 'stripe',
      attempt: 1,
      state: 'approved',
      amount,
      currency,
      amountMinor: amount * 100n,
      gatewayReference: `pi_${id}`,
      gatewayPaymentId: `pi_${id}`,
      succeededAt,
      settledAt: succeededAt,
      ...row,
    },
  });
  return id;
}

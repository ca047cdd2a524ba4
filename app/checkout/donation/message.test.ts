import { beforeEach, describe, expect, test } from 'vitest';
import { recentContributions } from '#lib/causes/contributions.ts';
import { db } from '#lib/db.ts';
import { intentOf, openLink, pay, publishedCause } from '#testing/factories.ts';
import { donorReturns } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
let cause: string;
let ref: string;
beforeEach(async () => {
  cause = await publishedCause(service, partner);
  ({ id: ref } = await openLink(service, partner, { cause }));
});

const save = (fields: object) => service.call('/checkout/donation', { body: { ref, ...fields } });
const link = () => db().checkoutLink.findUniqueOrThrow({ where: { id: ref } });
const onPage = async () =>
  (await recentContributions(cause, undefined, true)).shown.map(({ name, message }) => [name, message]);

async function paid(): Promise<void> {
  await pay(service, await intentOf(service, ref));
  await donorReturns(service, ref);
}

describe('the message of a donor', () => {
  test('is on the page of the cause once its payment is approved, and not before', async () => {
    expect((await save({ name: 'Ana', message: ' ¡Fuerza!\n' })).status).toBe(200);
    await intentOf(service, ref);
    expect(await onPage()).toEqual([]);
    await paid();
    expect(await onPage()).toEqual([['Ana', '¡Fuerza!']]);
  });

  test('of an anonymous donor is neither shown nor kept with the payment', async () => {
    await save({ name: 'Ana', anonymous: true, message: 'Secret' });
    await paid();
    expect(await onPage()).toEqual([[null, null]]);
    expect(await db().payment.findFirstOrThrow({ where: { linkId: ref } })).toMatchObject({
      donorMessage: null,
    });
  });

  test('has at most 280 characters, each counted once whatever it takes to write it', async () => {
    expect((await save({ message: '🌊'.repeat(280) })).status).toBe(200);
    const refused = await save({ message: '🌊'.repeat(281) });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'message', message: 'must be at most 280 characters' }],
    ]);
    expect((await link()).donorMessage).toBe('🌊'.repeat(280));
  });

  test('of one browser is not taken over by the next', async () => {
    await save({ name: 'Ana', message: 'Mine' });
    await save({ name: 'Zoë' });
    expect(await link()).toMatchObject({ donorName: 'Zoë', donorMessage: null });
  });
});

test('the name of a donor is one line, whatever was pasted', async () => {
  await save({ name: 'Ana\r\n\r\nYou have won\u0007' });
  expect(await link()).toMatchObject({ donorName: 'Ana You have won' });
});

import { beforeAll, expect, test } from 'vitest';
import { updateClient } from '#lib/clients/client.ts';
import { db, transaction } from '#lib/db.ts';
import { createPartner, intentOf, openLink, pay, publishedCause } from '#testing/factories.ts';
import { donorReturns, setExpiry } from '#testing/money.ts';
import { expectProblem } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
let cause: string;
beforeAll(async () => {
  cause = await publishedCause(service, partner, { cover_image_url: 'https://example.org/well.jpg' });
});

const view = async (id: string) => (await service.call(`/v1/checkout_links/${id}/public`)).body;

test('shows an open link with exactly the members of specification 2.2, and needs no key', async () => {
  const secret = {
    email: 'donor@example.org',
    external_reference: 'secret_1',
    metadata: { secret: 'secret_2' },
    callback_url: 'https://example.org/secret_3',
  };
  const link = await openLink(service, partner, { cause, ...secret });
  const reply = await service.call(`/v1/checkout_links/${link.id}/public`);
  expect(reply.body).toEqual({
    id: link.id,
    status: 'open',
    amount: 50,
    currency: 'USD',
    expires_at: link.expires_at,
    cause: { key: cause, name: 'A well for San Juan', image: 'https://example.org/well.jpg' },
  });
  for (const text of ['donor@example.org', 'secret', partner.clientId]) expect(reply.text).not.toContain(text);
});

test('`image` is an empty string if the cause has none', async () => {
  const { id } = await openLink(service, partner);
  expect((await view(id)).cause.image).toBe('');
});

test('a completed link has what was paid', async () => {
  const { id } = await openLink(service, partner, { cause });
  await pay(service, await intentOf(service, id));
  await donorReturns(service, id);
  const body = await view(id);
  expect(body).toMatchObject({
    status: 'completed',
    amount_paid: 50,
    payment_id: expect.stringMatching(/^pay_/),
  });
  expect(Object.keys(body).sort()).toEqual(
    ['id', 'status', 'amount', 'currency', 'expires_at', 'cause', 'amount_paid', 'payment_id'].sort(),
  );
});

test('an expired and a cancelled link have their status', async () => {
  const { id } = await openLink(service, partner, { cause });
  await db().checkoutLink.update({ where: { id }, data: { cancelledAt: new Date() } });
  expect((await view(id)).status).toBe('cancelled');
  const late = await openLink(service, partner, { cause });
  await setExpiry(late.id, new Date(Date.now() - 1));
  expect((await view(late.id)).status).toBe('expired');
});

test('branding is that of the client that minted the link, absent if there is none', async () => {
  const branded = await createPartner();
  const { id } = await openLink(service, branded, { cause });
  expect(await view(id)).not.toHaveProperty('branding');
  const change = { accentColor: '#00AA11', displayName: 'Give', logoUrl: 'https://example.org/logo.svg' };
  await transaction((tx) => updateClient(tx, branded.clientId, change, 'a test'));
  const branding = {
    accent_color: '#00AA11',
    display_name: 'Give',
    logo_url: 'https://example.org/logo.svg',
  };
  expect((await view(id)).branding).toEqual(branding);
  await db().client.update({
    where: { id: branded.clientId },
    data: { accentColor: null, logoUrl: null, displayName: '<>' },
  });
  expect(await view(id)).not.toHaveProperty('branding');
});

test('the link of a cause that was hidden later can still be read', async () => {
  const hidden = await publishedCause(service, partner);
  const { id } = await openLink(service, partner, { cause: hidden });
  await db().cause.update({ where: { key: hidden }, data: { state: 'archived' } });
  expect((await view(id)).status).toBe('open');
});

test('an unknown id is 404 checkout_link_not_found', async () => {
  expectProblem(await service.call('/v1/checkout_links/chl_none/public'), 404, 'checkout_link_not_found');
});

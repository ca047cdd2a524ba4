import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPartner, intentOf, openLink, type Partner, pay } from '#scripts/testing/factories.ts';
import { type Service, startService } from '#scripts/testing/service.ts';

let service: Service;
let partner: Partner;
beforeAll(async () => {
  service = await startService();
  partner = await createPartner();
});
afterAll(() => service.close());

test('a donation by card completes its link: minted, paid, polled', async () => {
  const link = await openLink(service, partner);
  expect(link.status).toBe('open');
  await pay(service, await intentOf(service, link.id));
  await service.call('/checkout/confirmation', { body: { ref: link.id } });
  const polled = await service.call(`/v1/checkout_links/${link.id}`, { key: partner.key });
  expect(polled.body).toMatchObject({ status: 'completed', amount_paid: 50, currency_paid: 'USD' });
});

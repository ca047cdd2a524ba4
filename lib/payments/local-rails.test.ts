import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPartner, openLink, type Partner, publishedCause } from '#scripts/testing/factories.ts';
import { type Service, startService } from '#scripts/testing/service.ts';

let service: Service;
let partner: Partner;
beforeAll(async () => {
  service = await startService();
  partner = await createPartner();
});
afterAll(() => service.close());

const payer = {
  person_type: 'individual',
  document_type: 'CC',
  document_number: '1020304050',
  first_name: 'Ana',
  last_name: 'Gómez',
  email: 'ana@example.org',
  bank: '1007',
  phone: '301 123 4567',
  street_name: 'Calle 10',
  street_number: '5',
  neighborhood: 'Centro',
  city: 'Bogotá',
  zip_code: '11001',
};

async function colombianLink(amount = 50_000) {
  const cause = await publishedCause(service, partner, {
    country: 'CO',
    goal: { amount: 1_000_000, currency: 'COP' },
  });
  return openLink(service, partner, { cause, amount, currency: 'COP' });
}

test('a donation by PSE completes its link when the bank approves', async () => {
  const link = await colombianLink();
  const started = await service.call('/checkout/redirect', {
    body: { ref: link.id, method: 'bank_transfer', payer },
  });
  expect(started.text).toContain('redirect_url');
  const { payments } = await service.control('mercado-pago-co/payments', { external_reference: link.id });
  expect(payments).toHaveLength(1);
  await service.control('mercado-pago-co/approve', { payment_id: payments[0].id });
  await service.call('/checkout/confirmation', { body: { ref: link.id } });
  const polled = await service.call(`/v1/checkout_links/${link.id}`, { key: partner.key });
  expect(polled.body).toMatchObject({ status: 'completed', amount_paid: 50_000, currency_paid: 'COP' });
});

test('a donation by wallet completes its link', async () => {
  const cause = await publishedCause(service, partner, {
    country: 'MX',
    goal: { amount: 0, currency: 'MXN' },
  });
  const link = await openLink(service, partner, { cause, amount: 250, currency: 'MXN' });
  const started = await service.call('/checkout/redirect', {
    body: { ref: link.id, method: 'wallet', payer: { email: '' } },
  });
  expect(started.text).toContain('redirect_url');
  const { preferences } = await service.control('mercado-pago-mx/preferences');
  await service.control('mercado-pago-mx/pay_preference', { preference_id: preferences[0].id });
  await service.call('/checkout/confirmation', { body: { ref: link.id } });
  const polled = await service.call(`/v1/checkout_links/${link.id}`, { key: partner.key });
  expect(polled.body).toMatchObject({ status: 'completed', amount_paid: 250, currency_paid: 'MXN' });
});

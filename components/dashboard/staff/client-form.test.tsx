import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ClientDetail } from '#lib/dashboard/staff/clients.ts';
import { pageView } from '#testing/page-view.ts';
import { ClientForm } from './client-form.tsx';

const CLIENT: ClientDetail = {
  id: 'clt_1',
  name: 'Manos',
  feePercent: 5,
  feeModel: 'all_inclusive',
  createdAt: new Date('2026-11-20T00:00:00Z'),
  accentColor: null,
  displayName: null,
  logoUrl: null,
  contactEmail: null,
  legalName: null,
  termsUrl: null,
  privacyUrl: null,
  supportEmail: null,
  taxId: null,
  deductible: 'yes',
  deductibleNote: null,
  base: 'now',
  change: null,
  takesKeys: true,
};
const TYPED = {
  id: 'clt_1',
  name: 'Manos Unidas',
  fee_percent: '5',
  fee_model: 'plus_gateway_costs',
  deductible: 'yes',
};

/** The form as it comes back. */
function formBack(values: Record<string, string>, errors: { field: string; code: 'clientChanged' }[] = []) {
  const path = '/dashboard/staff/clients/clt_1';
  const page = pageView({ path, result: { kind: 'refused', action: 'client.update', values, errors } });
  return renderToStaticMarkup(<ClientForm page={page} client={CLIENT} />);
}

test('a form that comes back keeps the values it was filled in with, so that a change of somebody else is noticed', () => {
  const html = formBack({ ...TYPED, base: 'then' });
  expect(html).toContain('name="base" value="then"');
  expect(html).not.toContain('Currently saved');
});

test('once somebody else has changed the client, what is stored now is beside what was typed', () => {
  const html = formBack(TYPED, [{ field: '', code: 'clientChanged' }]);
  expect(html).toContain('name="base" value="now"');
  expect(html).toContain('value="Manos Unidas"');
  const saved = [...html.matchAll(/Currently saved: ([^<]*)/g)].map(([, value]) => value);
  expect(saved).toEqual(['Manos', 'The commission includes the payment processing cost']);
});

test('a choice that is no longer offered is none, not the first of those that are', () => {
  const html = formBack({ ...TYPED, fee_model: 'a_former_one' });
  expect(html).toMatch(/name="fee_model"[^>]*><option value="" selected="">Choose one/);
  expect(formBack(TYPED)).not.toContain('Choose one');
});

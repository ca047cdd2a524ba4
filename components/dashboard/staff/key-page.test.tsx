import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { KeyDetail } from '#lib/dashboard/staff/clients.ts';
import { LOCALES } from '#lib/i18n/locales.ts';
import { pageView } from '#testing/page-view.ts';
import { KeyPage } from './key-page.tsx';

const WAITING: KeyDetail = {
  id: 'key_new',
  name: 'Backend 2027',
  clientId: 'clt_1',
  clientName: 'Manos',
  state: 'waits',
  permissions: ['causes:set_fee'],
  allowedIps: [],
  createdAt: new Date('2026-11-22T10:00:00Z'),
  lastUsedAt: null,
  stopsAt: null,
  createdBy: null,
  approvedBy: null,
  isOwn: false,
  history: { rows: [], isCut: false },
  requiresApproval: true,
  ends: { id: 'key_former4711', name: 'Backend 2026', overlapHours: 24 },
};

test.each(LOCALES)('in %s, whoever approves a key reads which key that ends, and when', (locale) => {
  const html = (apiKey: KeyDetail) => renderToStaticMarkup(<KeyPage page={pageView({ locale })} apiKey={apiKey} />);
  const panel = html(WAITING);
  expect(panel).toContain('Backend 2026');
  expect(panel).toContain('href="/dashboard/staff/keys/key_former4711"');
  expect(panel).toMatch(/24 (hours|horas) /);
  expect(html({ ...WAITING, ends: null })).not.toContain('Backend 2026');
});

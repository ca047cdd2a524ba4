import { expect, test, vi } from 'vitest';
import { NOW, storedCause } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { loadBankAccountForm } from './own-withdrawals.ts';

const viewer = vi.hoisted(() => ({ id: '', name: 'Olga', role: 'creator' as const }));

// Outside a request of Next nobody is signed in, so the session is replaced. Everything else is the product's.
vi.mock('./dashboard-page.ts', async (original) => ({
  ...(await original<object>()),
  loadDashboardPage: async (path: string, query: Record<string, string>) => ({
    actor: viewer,
    session: { id: 'ses_1', actor: viewer, isFresh: true },
    page: { viewer, locale: 'en', path, query, result: null },
    isPostponed: false,
    now: NOW,
  }),
}));

ownDatabase();

test('a bank account is suggested for the cause that it was needed for, else for the newest', async () => {
  const water = await storedCause({ country: 'co', currency: 'COP', createdAt: new Date(NOW.getTime() - 1000) });
  viewer.id = water.owner.id;
  await storedCause({ country: 'us', currency: 'USD', createdAt: NOW, owner: { connect: { id: viewer.id } } });
  const others = await storedCause({ country: 'mx', currency: 'MXN' });
  const usual = async (query: Record<string, string>) => {
    const { usualCountry, usualCurrency } = (await loadBankAccountForm(query)).form;
    return [usualCountry, usualCurrency];
  };
  expect(await usual({})).toEqual(['US', 'USD']);
  expect(await usual({ cause: water.key })).toEqual(['CO', 'COP']);
  expect(await usual({ cause: others.key })).toEqual(['US', 'USD']);
});

import { join } from 'node:path';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FormResultView } from '#lib/dashboard/page-view.ts';
import { LOCALES } from '#lib/i18n/locales.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { NOW } from '#testing/causes.ts';
import { passkeyOf } from '#testing/dashboard-actions.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { creatorWith, sendWithdrawal } from '#testing/withdrawals.ts';

const open = vi.hoisted(() => ({
  viewer: { id: '', name: 'Olga', role: 'creator' },
  locale: 'en',
  isPostponed: false,
  result: null as FormResultView | null,
}));

// Outside a request of Next nobody is signed in, so the session is replaced. Everything else is the product's.
vi.mock('#lib/dashboard/dashboard-page.ts', async (original) => ({
  ...(await original<object>()),
  loadDashboardPage: async (path: string, query: Record<string, string>) => ({
    actor: open.viewer,
    session: { id: 'ses_1', actor: open.viewer, isFresh: true },
    page: {
      viewer: open.viewer,
      locale: open.locale,
      place: null,
      nonce: undefined,
      path,
      query,
      testMode: true,
      timeZone: 'UTC',
      hasChosenZone: false,
      result: open.result,
    },
    isPostponed: open.isPostponed,
    now: NOW,
  }),
}));

ownDatabase();

const PAGES = ['withdrawals', 'withdrawals/bank-account', 'causes/[key]/withdrawals'] as const;
type Page = (typeof PAGES)[number];
type Creator = Awaited<ReturnType<typeof creatorWith>>;

/** The HTML of a page of the creator's money. */
async function render(page: Page, { key }: Creator): Promise<string> {
  const { default: Page } = await import(join(import.meta.dirname, page, 'page.tsx'));
  const props = {
    params: Promise.resolve({ key }),
    searchParams: Promise.resolve({ country: 'US' }),
  };
  return renderToStaticMarkup((await Page(props)) as ReactNode);
}

async function paidCreator(): Promise<Creator> {
  const creator = await creatorWith(100);
  await sendWithdrawal(creator.staff, (await creator.ask(20)).id);
  return creator;
}

/** Creators as the tests find them, of whom the pages only read. */
const made = {
  penniless: () => creatorWith(0),
  withMoney: () => creatorWith(100),
  withPasskey: async () => {
    const creator = await creatorWith(100);
    await passkeyOf(creator.creator.id);
    return creator;
  },
  paid: paidCreator,
  paidWithPasskey: async () => {
    const creator = await paidCreator();
    await passkeyOf(creator.creator.id);
    return creator;
  },
  paidInVain: async () => {
    const creator = await creatorWith(100);
    const { id } = await creator.ask(20);
    await sendWithdrawal(creator.staff, id);
    await changeWithdrawal(creator.staff, id, 'fail', 'Account closed', NOW);
    return creator;
  },
} satisfies Record<string, () => Promise<Creator>>;
const creators = new Map<keyof typeof made, Creator>();

/** Signs in such a creator, who is made for the first test of them. */
async function signedIn(which: keyof typeof made): Promise<Creator> {
  const creator = creators.get(which) ?? (await made[which]());
  creators.set(which, creator);
  open.viewer.id = creator.creator.id;
  return creator;
}

const RISK = 'Without a passkey, anyone who can read your email can sign in and request your money.';
const ADD = {
  en: 'Add a passkey to continue',
  es: 'Agrega una llave de acceso para continuar',
  pt: 'Adicione uma chave de acesso para continuar',
};
const LATER = 'action="/dashboard/actions/passkey.postpone"';
const FORMS = ['withdrawal.review', 'bank_account.add'].map((name) => `action="/dashboard/actions/${name}"`);
const hasForm = (html: string) => FORMS.some((form) => html.includes(form));

beforeEach(() => Object.assign(open, { isPostponed: false, result: null, locale: 'en' }));

describe.each(PAGES)('%s', (page) => {
  test('asks a creator with money to add a passkey, says the risk, and may be answered "not now"', async () => {
    const creator = await signedIn('withMoney');
    const html = await render(page, creator);
    expect(html).toContain(RISK);
    expect(html).toContain('href="/sign-in/passkey/add?to=%2Fdashboard%2F');
    expect(html).toContain('If this device cannot create a passkey');
    expect(html).toContain(LATER);
    if (page !== 'withdrawals') expect(hasForm(html)).toBe(true);
    open.isPostponed = true;
    expect(await render(page, creator)).not.toContain(RISK);
  });

  test('asks nothing of a creator with a passkey, before and after a payout', async () => {
    expect(await render(page, await signedIn('withPasskey'))).not.toContain(RISK);
    const html = await render(page, await signedIn('paidWithPasskey'));
    expect(html).not.toContain(RISK);
    if (page !== 'withdrawals') expect(hasForm(html)).toBe(true);
  });

  test('after the first payout it offers no form and no "not now" without a passkey', async () => {
    open.isPostponed = true;
    const html = await render(page, await signedIn('paid'));
    expect(html).toContain(RISK);
    expect(html).toContain('Add a passkey to continue');
    expect(html).not.toContain(LATER);
    expect(hasForm(html)).toBe(false);
  });

  test.each(LOCALES)('after a payout that came back nothing says that it was paid, in %s', async (locale) => {
    open.locale = locale;
    const html = await render(page, await signedIn('paidInVain'));
    expect(html).toContain(ADD[locale]);
    expect(html).not.toMatch(/has been paid|se te pagó|já foi pago/);
  });

  test('without money it asks only whoever begins to add a bank account', async () => {
    const html = await render(page, await signedIn('penniless'));
    expect(html.includes(RISK)).toBe(page === 'withdrawals/bank-account');
  });
});

test.each(LOCALES)('a form that is refused links to the page that adds a passkey, in %s', async (locale) => {
  const creator = await signedIn('penniless');
  const errors = [{ field: '', code: 'passkeyNeeded' as const }];
  Object.assign(open, {
    locale,
    result: { kind: 'refused', action: 'bank_account.add', values: {}, errors },
  });
  const [, alert = ''] = /role="alert".*?<ul>(.*?)<\/ul>/s.exec(await render('withdrawals', creator)) ?? [];
  expect(alert).toContain('href="/sign-in/passkey/add?to=%2Fdashboard%2Fwithdrawals');
});

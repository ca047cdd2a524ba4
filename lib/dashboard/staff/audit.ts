import { findAccount } from '#lib/accounts/account.ts';
import { db } from '#lib/db.ts';
import { type Cursor, cutPage, newestFirst, olderThan } from '#lib/keyset.ts';
import type { Query } from '../open-page.ts';
import type { AuditRow, Listed } from '../staff-view.ts';
import { actorNames } from './actor-names.ts';
import { searchText } from './filters.ts';

const PAGE_SIZE = 50;

/** What is meant by the beginning of an id, and where it has a page. */
const PAGES: Readonly<Record<string, string>> = {
  clt_: 'clients',
  key_: 'keys',
  chl_: 'links',
  pay_: 'payments',
  wd_: 'withdrawals',
  ba_: 'bank-accounts',
};

/** Entries of the audit log, the newest first, by who did it (an id or an email), to what, and what. */
export async function listAudit(query: Query, after: Cursor | undefined): Promise<Listed<AuditRow>> {
  const [typed, subject, action] = ['actor', 'subject', 'action'].map((name) => searchText(query, name));
  const actor = typed?.includes('@') ? ((await findAccount(db(), typed))?.id ?? typed) : typed;
  const found = await db().auditEntry.findMany({
    where: {
      ...(actor ? { actor } : {}),
      ...(subject ? { subject } : {}),
      ...(action ? { action } : {}),
      ...olderThan(after, 'at', 'id'),
    },
    orderBy: newestFirst('at', 'id'),
    take: PAGE_SIZE + 1,
  });
  const page = cutPage(found, PAGE_SIZE, ({ at, id }) => ({ at, id }));
  const nameOf = await actorNames(page.rows.map((entry) => entry.actor));
  const rows = page.rows.map((entry) => ({
    ...{ id: entry.id, action: entry.action, subject: entry.subject, at: entry.at },
    by: nameOf(entry.actor),
    path: pathOf(entry.subject, entry.action),
    data: plainText(entry.data),
  }));
  return { rows, after: page.after };
}

function pathOf(subject: string, action: string): string | null {
  const folder = Object.entries(PAGES).find(([prefix]) => subject.startsWith(prefix))?.[1];
  if (folder) return `/dashboard/staff/${folder}/${encodeURIComponent(subject)}`;
  return action.startsWith('cause') && subject !== ''
    ? `/dashboard/staff/causes/${encodeURIComponent(subject)}`
    : null;
}

/** `draft → published, reason: asked for`. What is stored has lost its order. */
function plainText(data: unknown): string {
  if (typeof data !== 'object' || data === null) return '';
  const { from, to, ...rest } = data as Record<string, unknown>;
  const change = from === undefined || to === undefined ? { from, to } : {};
  const facts = Object.entries({ ...change, ...rest })
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  return [...('from' in change ? [] : [`${from} → ${to}`]), ...facts].join(', ');
}

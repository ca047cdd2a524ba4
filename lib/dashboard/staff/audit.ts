import { findAccount } from '#lib/accounts/account.ts';
import { db } from '#lib/db.ts';
import { oneOf } from '#lib/one-of.ts';
import { AUDIT_ACTIONS, OUTCOMES } from '#lib/policy/audit.ts';
import type { AuditEntry } from '#prisma/generated/client.ts';
import { actorNames } from './actor-names.ts';
import { type ListQuery, readChoice, searchText, withinDays } from './filters.ts';
import { listPage, type StaffList } from './list.ts';
import { byTime } from './list-order.ts';
import type { Cut, Listed } from './list-view.ts';

export type AuditRow = Awaited<ReturnType<typeof auditRows>>[number];

/** The section of a subject's page, by the prefix of its id. */
const PAGES: Readonly<Record<string, string>> = {
  clt_: 'clients',
  key_: 'keys',
  chl_: 'links',
  pay_: 'payments',
  wd_: 'withdrawals',
  ba_: 'bank-accounts',
  acc_: 'creators',
  bat_: 'withdrawals/batches',
};

/**
 * Entries of the audit log, newest first, filtered by actor (an id or an email), subject, action, outcome and days (`from` and
 * `to`, both included).
 */
export async function auditList(query: ListQuery): Promise<StaffList<AuditEntry, AuditRow>> {
  const [typed, subject] = ['actor', 'subject'].map((name) => searchText(query, name));
  const actor = typed?.includes('@') ? ((await findAccount(db(), typed))?.id ?? typed) : typed;
  const action = readChoice(query, 'action', AUDIT_ACTIONS);
  const outcome = readChoice(query, 'outcome', OUTCOMES);
  return {
    where: {
      ...withinDays(query, 'at'),
      ...(actor ? { actor } : {}),
      ...(subject ? { subject } : {}),
      ...(action ? { action } : {}),
      ...(outcome ? { outcome } : {}),
    },
    orders: byTime('at'),
    find: (where, paging) => db().auditEntry.findMany({ where, ...paging }),
    count: (where, paging) => db().auditEntry.count({ where, ...paging }),
    present: auditRows,
  };
}

/** A page of that list. */
export async function listAudit(query: ListQuery): Promise<Listed<AuditRow>> {
  return listPage(await auditList(query), query);
}

/** The newest entries of a subject, for its page. */
export async function recentAudit(subject: string): Promise<Cut<AuditRow>> {
  const { rows, after } = await listAudit({ subject });
  return { rows, isCut: after !== null };
}

async function auditRows(entries: AuditEntry[]) {
  const nameOf = await actorNames(entries.map((entry) => entry.actor));
  return entries.map(({ id, action, subject, at, outcome, reason, actor, data }) => ({
    id,
    action,
    subject,
    at,
    /** The code of what refused it. */
    reason,
    outcome: oneOf(OUTCOMES, outcome),
    by: nameOf(actor),
    /** The path of the subject's page, if it has one. */
    path: pathOf(subject, action),
    /** Without secrets. */
    data: plainText(data),
  }));
}

function pathOf(subject: string, action: string): string | null {
  const folder = Object.entries(PAGES).find(([prefix]) => subject.startsWith(prefix))?.[1];
  if (folder) return `/dashboard/staff/${folder}/${encodeURIComponent(subject)}`;
  return action.startsWith('cause') && subject !== '' ? `/dashboard/staff/causes/${encodeURIComponent(subject)}` : null;
}

/**
 * The data of an entry as text, such as `draft → published, reason: fraud` or `feePercent: 5 → 4`. Stored JSON has no order of
 * its own.
 */
function plainText(data: unknown): string {
  if (typeof data !== 'object' || data === null) return '';
  const { from, to, before, after, ...rest } = data as Record<string, unknown>;
  const moved = from !== undefined && to !== undefined;
  const changes = isObject(before) && isObject(after) ? { before, after } : null;
  const facts = Object.entries({
    ...(moved ? {} : { from, to }),
    ...(changes ? {} : { before, after }),
    ...rest,
  }).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return [
    ...(moved ? [`${from} → ${to}`] : []),
    ...Object.keys(changes?.after ?? {}).map(
      (field) => `${field}: ${written(changes?.before[field])} → ${written(changes?.after[field])}`,
    ),
    ...facts.map(([name, value]) => `${name}: ${written(value)}`),
  ].join(', ');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function written(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

import type { Messages } from '#lib/i18n/messages/shape.ts';

type Section = { name: keyof Messages['dashboard']['sections']; href: string };

const ROOT = '/dashboard';

/** Where each role can go, in the order of the navigation. A section stands here once its page exists. */
export const SECTIONS: Record<'creator' | 'staff', readonly Section[]> = {
  creator: [
    { name: 'causes', href: ROOT },
    { name: 'payments', href: '/dashboard/payments' },
    { name: 'withdrawals', href: '/dashboard/withdrawals' },
    { name: 'account', href: '/dashboard/account' },
  ],
  staff: [
    { name: 'overview', href: ROOT },
    { name: 'clients', href: '/dashboard/staff/clients' },
    { name: 'causes', href: '/dashboard/staff/causes' },
    { name: 'links', href: '/dashboard/staff/links' },
    { name: 'payments', href: '/dashboard/staff/payments' },
    { name: 'approvals', href: '/dashboard/staff/approvals' },
    { name: 'failedRefunds', href: '/dashboard/staff/refunds' },
    { name: 'disputes', href: '/dashboard/staff/disputes' },
    { name: 'withdrawals', href: '/dashboard/staff/withdrawals' },
    { name: 'events', href: '/dashboard/staff/events' },
    { name: 'ledger', href: '/dashboard/staff/ledger' },
    { name: 'reconciliation', href: '/dashboard/staff/reconciliation' },
    { name: 'audit', href: '/dashboard/staff/audit' },
    { name: 'account', href: '/dashboard/account' },
  ],
};

/** Whether a page belongs to a section. The first page of all is its own alone. */
export function isCurrent(href: string, path: string): boolean {
  // A creator's causes are listed on the first page.
  if (href === ROOT && path.startsWith('/dashboard/causes/')) return true;
  return path === href || (href !== ROOT && path.startsWith(`${href}/`));
}

import type { Messages } from '#lib/i18n/messages/shape.ts';

type Section = { name: keyof Messages['dashboard']['sections']; href: string };

const ROOT = '/dashboard';

type Group = {
  /** Null for sections that need no heading. */
  name: keyof Messages['dashboard']['groups'] | null;
  sections: readonly Section[];
};

/** The sections of each role, in groups, in the order of the navigation. */
export const SECTIONS: Record<'creator' | 'staff', readonly Group[]> = {
  creator: [
    {
      name: null,
      sections: [
        { name: 'causes', href: ROOT },
        { name: 'payments', href: '/dashboard/payments' },
        { name: 'withdrawals', href: '/dashboard/withdrawals' },
        { name: 'account', href: '/dashboard/account' },
      ],
    },
  ],
  staff: [
    {
      name: null,
      sections: [
        { name: 'overview', href: ROOT },
        { name: 'approvals', href: '/dashboard/staff/approvals' },
        { name: 'account', href: '/dashboard/account' },
      ],
    },
    {
      name: 'money',
      sections: [
        { name: 'payments', href: '/dashboard/staff/payments' },
        { name: 'disputes', href: '/dashboard/staff/disputes' },
        { name: 'failedRefunds', href: '/dashboard/staff/refunds' },
        { name: 'withdrawals', href: '/dashboard/staff/withdrawals' },
        { name: 'ledger', href: '/dashboard/staff/ledger' },
        { name: 'reconciliation', href: '/dashboard/staff/reconciliation' },
      ],
    },
    {
      name: 'partners',
      sections: [
        { name: 'clients', href: '/dashboard/staff/clients' },
        { name: 'causes', href: '/dashboard/staff/causes' },
        { name: 'links', href: '/dashboard/staff/links' },
      ],
    },
    {
      name: 'records',
      sections: [
        { name: 'events', href: '/dashboard/staff/events' },
        { name: 'audit', href: '/dashboard/staff/audit' },
      ],
    },
  ],
};

/** Whether a page belongs to a section. The overview only contains itself. */
export function isCurrent(href: string, path: string): boolean {
  // A creator's causes are listed on the overview.
  if (href === ROOT && path.startsWith('/dashboard/causes/')) return true;
  return path === href || (href !== ROOT && path.startsWith(`${href}/`));
}

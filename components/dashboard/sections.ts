import type { Messages } from '#lib/i18n/messages/shape.ts';

type Section = { name: keyof Messages['dashboard']['sections']; href: string };

const ROOT = '/dashboard';

/** Where each role can go, in the order of the navigation. A section stands here once its page exists. */
export const SECTIONS: Record<'creator' | 'staff', readonly Section[]> = {
  creator: [
    { name: 'causes', href: ROOT },
    { name: 'account', href: '/dashboard/account' },
  ],
  staff: [
    { name: 'overview', href: ROOT },
    { name: 'account', href: '/dashboard/account' },
  ],
};

/** Whether a page belongs to a section. The first page of all is its own alone. */
export function isCurrent(href: string, path: string): boolean {
  // A creator's causes are listed on the first page.
  if (href === ROOT && path.startsWith('/dashboard/causes/')) return true;
  return path === href || (href !== ROOT && path.startsWith(`${href}/`));
}

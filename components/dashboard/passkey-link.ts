import type { PageView } from '#lib/dashboard/page-view.ts';

/** The page that adds a passkey, and leads back to this one. */
export function addPasskeyLink({ path, query }: PageView): string {
  const search = new URLSearchParams(query).toString();
  const to = search === '' ? path : `${path}?${search}`;
  return `/sign-in/passkey/add?${new URLSearchParams({ to })}`;
}

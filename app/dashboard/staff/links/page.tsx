import { LinksPage } from '#components/dashboard/staff/links-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { listLinks } from '#lib/dashboard/staff/links.ts';
import { readCursor } from '#lib/keyset.ts';

type Props = { searchParams: Promise<Query> };

/** Checkout links. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const { page, now } = await openPage('/dashboard/staff/links', query, 'staff');
  return <LinksPage page={page} links={await listLinks(query, readCursor(query.after), now)} />;
}

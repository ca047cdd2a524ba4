import { DisputesPage } from '#components/dashboard/staff/disputes-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { DISPUTE_VIEWS, listDisputes } from '#lib/dashboard/staff/disputes.ts';
import { readCursor } from '#lib/keyset.ts';

type Props = { searchParams: Promise<Query> };

/** Disputes of every payment. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const { page, now } = await openPage('/dashboard/staff/disputes', query, 'staff');
  return (
    <DisputesPage
      page={page}
      disputes={await listDisputes(query, readCursor(query.after), now)}
      views={DISPUTE_VIEWS}
    />
  );
}

import { StaffCausesPage } from '#components/dashboard/staff/causes-page.tsx';
import { CAUSE_STATES } from '#lib/causes/states.ts';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { listCauses } from '#lib/dashboard/staff/causes.ts';
import { clientNames } from '#lib/dashboard/staff/clients.ts';
import { readCursor } from '#lib/keyset.ts';

type Props = { searchParams: Promise<Query> };

/** Causes, to staff. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const { page } = await openPage('/dashboard/staff/causes', query, 'staff');
  return (
    <StaffCausesPage
      page={page}
      causes={await listCauses(query, readCursor(query.after))}
      states={CAUSE_STATES}
      clients={await clientNames()}
    />
  );
}

import { AuditPage } from '#components/dashboard/staff/audit-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { listAudit } from '#lib/dashboard/staff/audit.ts';
import { readCursor } from '#lib/keyset.ts';

type Props = { searchParams: Promise<Query> };

/** The audit log. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const { page } = await openPage('/dashboard/staff/audit', query, 'staff');
  return <AuditPage page={page} entries={await listAudit(query, readCursor(query.after))} />;
}

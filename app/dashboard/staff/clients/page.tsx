import { ClientsPage } from '#components/dashboard/staff/clients-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { listClients } from '#lib/dashboard/staff/clients.ts';
import { readCursor } from '#lib/keyset.ts';

type Props = { searchParams: Promise<Query> };

/** Every client. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const { page, now } = await openPage('/dashboard/staff/clients', query, 'staff');
  return <ClientsPage page={page} clients={await listClients(readCursor(query.after), now)} />;
}

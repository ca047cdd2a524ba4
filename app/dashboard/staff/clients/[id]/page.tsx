import { notFound } from 'next/navigation';
import { ClientPage } from '#components/dashboard/staff/client-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { findClient, listKeys } from '#lib/dashboard/staff/clients.ts';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** A client with its keys. */
export default async function Page({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const path = `/dashboard/staff/clients/${encodeURIComponent(id)}`;
  const { page, now } = await openPage(path, await searchParams, 'staff');
  const found = await findClient(id);
  if (!found) notFound();
  return <ClientPage page={page} client={found} keys={await listKeys(id, now)} />;
}

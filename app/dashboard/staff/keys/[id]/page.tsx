import { notFound } from 'next/navigation';
import { KeyPage } from '#components/dashboard/staff/key-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { findKey } from '#lib/dashboard/staff/clients.ts';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** A key. */
export default async function Page({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const path = `/dashboard/staff/keys/${encodeURIComponent(id)}`;
  const { actor, page, now } = await openPage(path, await searchParams, 'staff');
  const found = await findKey(actor.id, id, now);
  if (!found) notFound();
  return <KeyPage page={page} apiKey={found} />;
}

import { notFound } from 'next/navigation';
import { LinkPage } from '#components/dashboard/staff/link-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { findLinkDetail } from '#lib/dashboard/staff/links.ts';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** A link and what happened to it. */
export default async function Page({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const path = `/dashboard/staff/links/${encodeURIComponent(id)}`;
  const { page, now } = await openPage(path, await searchParams, 'staff');
  const found = await findLinkDetail(id, now);
  if (!found) notFound();
  return <LinkPage page={page} link={found} />;
}

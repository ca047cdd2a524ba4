import { notFound } from 'next/navigation';
import { StaffCausePage } from '#components/dashboard/staff/cause-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { findCauseDetail } from '#lib/dashboard/staff/causes.ts';

type Props = { params: Promise<{ key: string }>; searchParams: Promise<Query> };

/** A cause, to staff. */
export default async function Page({ params, searchParams }: Props) {
  const key = decodeURIComponent((await params).key);
  const path = `/dashboard/staff/causes/${encodeURIComponent(key)}`;
  const { page, now } = await openPage(path, await searchParams, 'staff');
  const found = await findCauseDetail(key, now);
  if (!found) notFound();
  return <StaffCausePage page={page} cause={found} />;
}

import { EditPage } from '#components/dashboard/cause/edit-page.tsx';
import type { Query } from '#lib/dashboard/dashboard-page.ts';
import { loadOwnCause, viewCauseForm } from '#lib/dashboard/own-cause.ts';

type Props = { params: Promise<{ key: string }>; searchParams: Promise<Query> };

/** The form in which a creator edits their cause. */
export default async function Page({ params, searchParams }: Props) {
  const { key } = await params;
  const { page, cause } = await loadOwnCause(decodeURIComponent(key), '/edit', await searchParams);
  return <EditPage page={page} cause={viewCauseForm(cause, page.timeZone)} />;
}

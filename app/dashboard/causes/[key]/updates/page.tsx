import { UpdatesPage } from '#components/dashboard/cause/updates-page.tsx';
import { loadUpdates } from '#lib/dashboard/cause-story.ts';
import type { Query } from '#lib/dashboard/dashboard-page.ts';

type Props = { params: Promise<{ key: string }>; searchParams: Promise<Query> };

/** The updates of a cause, and the form that writes one. */
export default async function Page({ params, searchParams }: Props) {
  const { key } = await params;
  return <UpdatesPage {...(await loadUpdates(decodeURIComponent(key), await searchParams))} />;
}

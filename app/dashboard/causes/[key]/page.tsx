import { OwnCausePage } from '#components/dashboard/cause/own-cause-page.tsx';
import type { Query } from '#lib/dashboard/dashboard-page.ts';
import { loadOwnCause, viewOwnCause } from '#lib/dashboard/own-cause.ts';
import { loadCollected } from '#lib/dashboard/own-payments.ts';

type Props = { params: Promise<{ key: string }>; searchParams: Promise<Query> };

/** A creator's cause: its state, what it has collected, and the actions on it. */
export default async function Page({ params, searchParams }: Props) {
  const { key } = await params;
  const { page, cause, now } = await loadOwnCause(decodeURIComponent(key), '', await searchParams);
  const [view, money] = await Promise.all([viewOwnCause(cause, now), loadCollected(cause, page, now)]);
  return <OwnCausePage page={page} cause={view} {...money} />;
}

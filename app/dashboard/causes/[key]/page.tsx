import { OwnCausePage } from '#components/dashboard/cause/own-cause-page.tsx';
import type { Query } from '#lib/dashboard/open-page.ts';
import { openOwnCause, viewOwnCause } from '#lib/dashboard/own-cause.ts';
import { moneyOfCause } from '#lib/dashboard/own-payments.ts';

type Props = { params: Promise<{ key: string }>; searchParams: Promise<Query> };

/** A creator's own cause: how it stands, what it has collected, and what can be done with it. */
export default async function Page({ params, searchParams }: Props) {
  const { key } = await params;
  const { page, cause, now } = await openOwnCause(decodeURIComponent(key), '', await searchParams);
  const [view, money] = await Promise.all([viewOwnCause(cause, now), moneyOfCause(cause, page.query, now)]);
  return <OwnCausePage page={page} cause={view} {...money} />;
}

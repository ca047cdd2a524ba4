import { NewCausePage } from '#components/dashboard/cause/new-cause-page.tsx';
import type { Query } from '#lib/dashboard/dashboard-page.ts';
import { loadNewCause } from '#lib/dashboard/new-cause.ts';

type Props = { searchParams: Promise<Query> };

/** The form in which a creator creates a cause. */
export default async function Page({ searchParams }: Props) {
  return <NewCausePage {...(await loadNewCause(await searchParams))} />;
}

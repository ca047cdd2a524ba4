import { StatementsPage } from '#components/dashboard/cause/statements-page.tsx';
import type { Query } from '#lib/dashboard/dashboard-page.ts';
import { loadStatements } from '#lib/dashboard/statements.ts';

type Props = { params: Promise<{ key: string }>; searchParams: Promise<Query> };

/** The monthly statements of a creator's cause. */
export default async function Page({ params, searchParams }: Props) {
  const { key } = await params;
  const { page, view } = await loadStatements(decodeURIComponent(key), await searchParams);
  return <StatementsPage page={page} view={view} />;
}

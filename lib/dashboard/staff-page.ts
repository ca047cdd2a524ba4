import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { type DashboardPage, loadDashboardPage, type Query } from './dashboard-page.ts';
import type { PageView } from './page-view.ts';
import type { ListQuery } from './staff/filters.ts';

type ListProps = { searchParams: Promise<Query> };
type DetailProps = ListProps & { params: Promise<Record<string, string>> };

/** A staff page without a path parameter, such as a list. */
export function staffPage(path: string, render: (opened: DashboardPage & { query: ListQuery }) => Promise<ReactNode>) {
  return async ({ searchParams }: ListProps) => {
    const query = await searchParams;
    const opened = await loadDashboardPage(path, query, 'staff');
    return render({ ...opened, query: { ...query, timeZone: opened.page.timeZone } });
  };
}

/** A staff page of one object, whose id is the last segment of the path; not found if `find` returns null. */
export function staffDetailPage<Found>(
  section: string,
  find: (id: string, opened: DashboardPage) => Promise<Found | null>,
  render: (found: Found, page: PageView) => ReactNode,
) {
  return async ({ params, searchParams }: DetailProps) => {
    const [segment = ''] = Object.values(await params);
    const id = decodeURIComponent(segment);
    const opened = await loadDashboardPage(
      `/dashboard/staff/${section}/${encodeURIComponent(id)}`,
      await searchParams,
      'staff',
    );
    const found = await find(id, opened);
    if (found === null) notFound();
    return render(found, opened.page);
  };
}

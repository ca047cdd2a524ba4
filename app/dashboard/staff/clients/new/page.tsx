import { NewClientPage } from '#components/dashboard/staff/client-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';

type Props = { searchParams: Promise<Query> };

/** A client to be. */
export default async function Page({ searchParams }: Props) {
  const { page } = await openPage('/dashboard/staff/clients/new', await searchParams, 'staff');
  return <NewClientPage page={page} />;
}

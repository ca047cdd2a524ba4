import { AccountPage } from '#components/dashboard/account-page.tsx';
import { loadDashboardPage, type Query } from '#lib/dashboard/dashboard-page.ts';
import { allZones } from '#lib/dashboard/reader-zone.ts';
import { listPasskeys, listSessions } from '#lib/sessions/list.ts';

type Props = { searchParams: Promise<Query> };

/** The signed-in person's account. */
export default async function Page({ searchParams }: Props) {
  const { page, session, now } = await loadDashboardPage('/dashboard/account', await searchParams);
  const [sessions, passkeys] = await Promise.all([listSessions(session, now), listPasskeys(session.actor.id)]);
  return <AccountPage page={page} sessions={sessions} passkeys={passkeys} zones={allZones()} />;
}

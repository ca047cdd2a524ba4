import { AccountPage } from '#components/dashboard/account-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { listPasskeys, listSessions } from '#lib/sessions/list.ts';

type Props = { searchParams: Promise<Query> };

/** One's own account. */
export default async function Page({ searchParams }: Props) {
  const { page, session, now } = await openPage('/dashboard/account', await searchParams);
  const [sessions, passkeys] = await Promise.all([
    listSessions(session, now),
    listPasskeys(session.actor.id),
  ]);
  return <AccountPage page={page} sessions={sessions} passkeys={passkeys} />;
}

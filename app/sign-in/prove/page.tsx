import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { ReauthenticateStep } from '#components/sign-in/reauthenticate-step.tsx';
import { now } from '#lib/clock.ts';
import { type Query, readRequest } from '#lib/dashboard/dashboard-page.ts';
import { signInPath } from '#lib/dashboard/perform.ts';
import { passkeyPath, pathAfterSignIn, pathWithoutSignIn } from '#lib/dashboard/sign-in.ts';
import { findSignedInAccount } from '#lib/sessions/signed-in-account.ts';

type Props = { searchParams: Promise<Query> };

/** Authenticating again, before an action that requires a fresh session. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const to = pathAfterSignIn(query.to);
  const holder = await findSignedInAccount(await headers(), now());
  if (!holder) redirect(signInPath(to));
  if (holder.hasPasskey) redirect(passkeyPath(to));
  return (
    <ReauthenticateStep
      page={{ ...(await readRequest(query)), path: '/sign-in/prove', query: { to } }}
      to={to}
      back={pathWithoutSignIn(to)}
      email={holder.email}
    />
  );
}

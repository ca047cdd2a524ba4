import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { PasskeyStep } from '#components/sign-in/passkey-step.tsx';
import { now } from '#lib/clock.ts';
import { type Query, readRequest } from '#lib/dashboard/dashboard-page.ts';
import { signInPath } from '#lib/dashboard/perform.ts';
import { addPasskeyPath, pathAfterSignIn, pathWithoutSignIn } from '#lib/dashboard/sign-in.ts';
import { authenticationOptions, findPasskeySession } from '#lib/sessions/passkey-options.ts';

type Props = { searchParams: Promise<Query> };

/** Using a passkey: the second step of signing in, or before an action that requires a fresh session. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const to = pathAfterSignIn(query.to);
  const current = await findPasskeySession(await headers(), now());
  if (!current) redirect(signInPath(to));
  if (current.passkeys.length === 0) redirect(addPasskeyPath(to));
  return (
    <PasskeyStep
      page={{ ...(await readRequest(query)), path: '/sign-in/passkey', query: { to } }}
      to={to}
      back={pathWithoutSignIn(to)}
      ceremony={{ kind: 'use', options: await authenticationOptions(current) }}
      isWaiting={current.session.isWaiting}
      isRefused={query.error === 'refused'}
    />
  );
}

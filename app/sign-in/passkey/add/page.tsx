import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { PasskeyStep } from '#components/sign-in/passkey-step.tsx';
import { now } from '#lib/clock.ts';
import { type Query, readRequest } from '#lib/dashboard/dashboard-page.ts';
import { reauthenticationPath, signInPath } from '#lib/dashboard/perform.ts';
import { addPasskeyPath, passkeyPath, pathAfterSignIn, pathWithoutSignIn } from '#lib/dashboard/sign-in.ts';
import { findPasskeySession, registrationOptions } from '#lib/sessions/passkey-options.ts';

type Props = { searchParams: Promise<Query> };

/** Adding a passkey: by choice, or before signing in where one is required. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const to = pathWithoutSignIn(pathAfterSignIn(query.to));
  const current = await findPasskeySession(await headers(), now());
  if (!current) redirect(signInPath(to));
  const { isWaiting, isFresh } = current.session;
  if (isWaiting && current.passkeys.length > 0) redirect(passkeyPath(to));
  if (!isWaiting && !isFresh) redirect(reauthenticationPath(addPasskeyPath(to)));
  return (
    <PasskeyStep
      page={{ ...(await readRequest(query)), path: '/sign-in/passkey/add', query: { to } }}
      to={to}
      back={to}
      ceremony={{ kind: 'add', options: await registrationOptions(current) }}
      isWaiting={isWaiting}
      isRefused={query.error === 'refused'}
    />
  );
}

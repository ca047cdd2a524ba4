import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { UsePasskeyStep } from '#components/sign-in/passkey-step.tsx';
import { now } from '#lib/clock.ts';
import { type Query, readRequest } from '#lib/dashboard/open-page.ts';
import { signInPath } from '#lib/dashboard/perform.ts';
import { addPasskeyPath, pathAfterSignIn } from '#lib/dashboard/sign-in.ts';
import { findAsked, questionToUse } from '#lib/sessions/passkey-question.ts';

type Props = { searchParams: Promise<Query> };

/** Proving a passkey: the second step of signing in, or before something that asks for a fresh sign-in. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const to = pathAfterSignIn(query.to);
  const asked = await findAsked(await headers(), now());
  if (!asked) redirect(signInPath(to));
  if (asked.passkeys.length === 0) redirect(addPasskeyPath(to));
  return (
    <UsePasskeyStep
      page={{ ...(await readRequest(query)), path: '/sign-in/passkey', query: { to } }}
      to={to}
      question={await questionToUse(asked)}
      isWaiting={asked.session.isWaiting}
      isRefused={query.fault === 'refused'}
    />
  );
}

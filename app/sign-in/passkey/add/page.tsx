import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { AddPasskeyStep } from '#components/sign-in/passkey-step.tsx';
import { now } from '#lib/clock.ts';
import { type Query, readRequest } from '#lib/dashboard/open-page.ts';
import { provePath, signInPath } from '#lib/dashboard/perform.ts';
import { passkeyPath, pathAfterSignIn } from '#lib/dashboard/sign-in.ts';
import { findAsked, questionToAdd } from '#lib/sessions/passkey-question.ts';

type Props = { searchParams: Promise<Query> };

/** Adding a passkey: of one's own accord, or before one is let in where one is needed. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const to = pathAfterSignIn(query.to);
  const asked = await findAsked(await headers(), now());
  if (!asked) redirect(signInPath(to));
  const { isWaiting, isFresh } = asked.session;
  if (isWaiting && asked.passkeys.length > 0) redirect(passkeyPath(to));
  if (!isWaiting && !isFresh) redirect(provePath(to));
  return (
    <AddPasskeyStep
      page={{ ...(await readRequest(query)), path: '/sign-in/passkey/add', query: { to } }}
      to={to}
      question={await questionToAdd(asked)}
      isWaiting={isWaiting}
      isRefused={query.fault === 'refused'}
    />
  );
}

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { EmailStep } from '#components/sign-in/email-step.tsx';
import { now } from '#lib/clock.ts';
import { type Query, readRequest } from '#lib/dashboard/dashboard-page.ts';
import { pathAfterSignIn, readPendingSignIn } from '#lib/dashboard/sign-in.ts';
import { readableEmail } from '#lib/email-key.ts';
import { CHALLENGE_SECONDS } from '#lib/sessions/challenge.ts';
import { findActor } from '#lib/sessions/session.ts';

type Props = { searchParams: Promise<Query> };

/** Signing in: the email address. */
export default async function Page({ searchParams }: Props) {
  const [query, head] = await Promise.all([searchParams, headers()]);
  const waiting = readPendingSignIn(head, now());
  const to = pathAfterSignIn(query.to ?? waiting?.to);
  if (await findActor(head)) redirect(to);
  const { error, ended } = query;
  return (
    <EmailStep
      page={{ ...(await readRequest(query)), path: '/sign-in', query: { to } }}
      to={to}
      email={readableEmail(waiting?.email ?? '')}
      error={error === 'email' || error === 'over' ? error : null}
      minutes={CHALLENGE_SECONDS / 60}
      hasSignedOut={query['signed-out'] !== undefined}
      ended={ended === 'idle' || ended === 'kept' ? ended : null}
    />
  );
}
